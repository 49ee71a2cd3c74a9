DROP TABLE "saved_search_anchors";
