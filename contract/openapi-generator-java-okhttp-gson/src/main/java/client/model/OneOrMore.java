package client.model;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.TypeAdapter;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One text or a list of them, such as recipients: what okhttp-gson writes for such a union cannot send the list. */
@JsonAdapter(OneOrMore.Adapter.class)
public record OneOrMore(List<String> texts) {
  public static OneOrMore of(String... texts) {
    return new OneOrMore(List.of(texts));
  }

  /** The generated code asks this of every type; reading looks at it anyway. */
  public static void validateJsonElement(JsonElement element) throws IOException {
    new Gson().getAdapter(OneOrMore.class).fromJsonTree(element);
  }

  static final class Adapter extends TypeAdapter<OneOrMore> {
    @Override
    public void write(JsonWriter out, OneOrMore value) throws IOException {
      if (value == null) {
        out.nullValue();
        return;
      }
      out.beginArray();
      for (String text : value.texts()) out.value(text);
      out.endArray();
    }

    @Override
    public OneOrMore read(JsonReader in) throws IOException {
      if (in.peek() == JsonToken.STRING) return of(in.nextString());
      List<String> texts = new ArrayList<>();
      in.beginArray();
      while (in.hasNext()) texts.add(in.nextString());
      in.endArray();
      return new OneOrMore(List.copyOf(texts));
    }
  }
}
