package harbour;

import java.net.InetSocketAddress;
import java.net.Socket;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.filter.codec.ProtocolCodecFilter;
import org.apache.mina.filter.codec.textline.TextLineCodecFactory;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;

public class Harbour {
  static class Pilot extends IoHandlerAdapter {
    private int heard;
    private String last;

    @Override
    public void sessionOpened(IoSession session) {
      session.setAttribute("berth", 12);
    }

    @Override
    public void messageReceived(IoSession session, Object message) {
      heard++;
      last = String.valueOf(message);
      session.setAttribute("vessel", last);
      System.out.println("heard");
    }
  }

  public static void main(String[] args) throws Exception {
    NioSocketAcceptor acceptor = new NioSocketAcceptor(1);
    acceptor.getFilterChain().addLast("lines", new ProtocolCodecFilter(new TextLineCodecFactory()));
    acceptor.setHandler(new Pilot());
    acceptor.setBacklog(77);
    acceptor.getSessionConfig().setReadBufferSize(3072);
    acceptor.bind(new InetSocketAddress("127.0.0.1", 0));
    Socket ship = new Socket("127.0.0.1", acceptor.getLocalAddress().getPort());
    ship.getOutputStream().write((args[0] + "\n").getBytes());
    ship.getOutputStream().flush();
    Thread.currentThread().join();
  }
}
