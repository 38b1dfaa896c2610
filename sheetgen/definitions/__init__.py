"""From files and folders to definitions, found by their ids."""
