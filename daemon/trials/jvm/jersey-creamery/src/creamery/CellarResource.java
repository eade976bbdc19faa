package creamery;

import javax.ws.rs.DELETE;
import javax.ws.rs.FormParam;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;

/** One for all requests. */
@Path("cellar")
@Produces("text/plain")
public final class CellarResource {
  private final Cellar cellar;

  CellarResource(Cellar cellar) {
    this.cellar = cellar;
  }

  @GET
  public String list() {
    return cellar.list();
  }

  @POST
  @Path("wheels")
  public String make(@FormParam("kind") String kind, @FormParam("milk") String milk, @FormParam("kilos") double kilos, @FormParam("maker") String maker) {
    return cellar.make(kind, milk, kilos, maker).toString();
  }

  @DELETE
  @Path("wheels/{wheel}")
  public String sell(@PathParam("wheel") int wheel, @QueryParam("customer") String customer, @QueryParam("price") double price) {
    cellar.sell(wheel, customer, price);
    return "sold";
  }

  @PUT
  @Path("wheels/{wheel}/wash")
  public String wash(@PathParam("wheel") int wheel) {
    return cellar.wash(wheel).toString();
  }

  @PUT
  @Path("wheels/{wheel}/shelf/{shelf}")
  public String move(@PathParam("wheel") int wheel, @PathParam("shelf") int shelf) {
    cellar.move(wheel, shelf);
    return "moved";
  }

  @PUT
  @Path("air")
  public String air(@QueryParam("celsius") double celsius, @QueryParam("humidity") int humidity) {
    cellar.air(celsius, humidity);
    return "aired";
  }

  @PUT
  @Path("inspector/{name}")
  public String inspect(@PathParam("name") String name) {
    cellar.inspect(name);
    return "welcome";
  }

  @DELETE
  @Path("inspector")
  public String closeDoor() {
    cellar.closeDoor();
    return "closed";
  }
}
