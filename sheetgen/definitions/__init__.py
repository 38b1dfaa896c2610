"""Files and folders to definitions, found by their ids."""
