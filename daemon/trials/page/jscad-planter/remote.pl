{ "file": "/planter.js" }
