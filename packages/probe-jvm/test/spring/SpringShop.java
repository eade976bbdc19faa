import org.springframework.context.support.GenericApplicationContext;

/** A Spring context with one bean of the program's own. */
public final class SpringShop {
  public static final class Cart {
    private int items = 3;

    public void addItems(int count) {
      items += count;
    }
  }

  public static void main(String[] args) throws Exception {
    GenericApplicationContext context = new GenericApplicationContext();
    context.getBeanFactory().registerSingleton("shoppingCart", new Cart());
    context.refresh();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started it lets go.
    }
    context.close();
  }
}
