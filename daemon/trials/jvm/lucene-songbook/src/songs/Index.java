package songs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.ByteBuffersDirectory;

/** What songs are found by. */
public class Index {
  private final EnglishAnalyzer analyzer = new EnglishAnalyzer();
  private final IndexWriter writer;
  private final SearcherManager searchers;

  public Index() throws IOException {
    writer = new IndexWriter(new ByteBuffersDirectory(), new IndexWriterConfig(analyzer));
    searchers = new SearcherManager(writer, null);
  }

  public void put(Song song) throws IOException {
    Document document = new Document();
    document.add(new IntPoint("number", song.getNumber()));
    document.add(new StoredField("number", song.getNumber()));
    document.add(new TextField("text", song.getTitle() + " " + song.getFirstLine(), Field.Store.YES));
    writer.addDocument(document);
    writer.commit();
    searchers.maybeRefresh();
  }

  public List<Integer> find(String words) throws IOException, ParseException {
    IndexSearcher searcher = searchers.acquire();
    try {
      List<Integer> found = new ArrayList<>();
      for (ScoreDoc one : searcher.search(new QueryParser("text", analyzer).parse(words), 10).scoreDocs)
        found.add(searcher.doc(one.doc).getField("number").numericValue().intValue());
      return found;
    } finally {
      searchers.release(searcher);
    }
  }
}
