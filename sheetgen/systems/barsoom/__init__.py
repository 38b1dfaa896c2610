"""Sky Ships of Barsoom: flying ships under the feet of skirmish figures."""
