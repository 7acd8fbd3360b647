import client.ApiClient;
import client.ApiException;
import client.JSON;
import client.api.AutomationsApi;
import client.api.EmailsApi;
import client.model.*;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Makes the five calls with the client that openapi-generator wrote for Java (okhttp-gson). */
public class Drive {
  static final QuietHours NIGHT = new QuietHours().from("22:00").to("07:00");

  static SendEmail mail(String to) {
    return new SendEmail().from("Ada <ada@example.com>").to(OneOrMore.of(to)).subject("Hello").text("Hi");
  }

  static AutomationConnectionInput connection(String from, String to) {
    return new AutomationConnectionInput().from(from).to(to);
  }

  static UpdateAutomation graph() {
    StepObject name = new StepObject().var(new StepScalar("event.name"));
    StepTemplate template = new StepTemplate().id("welcome")
        .putVariablesItem("NAME", new StepVariable(name)).putVariablesItem("SEATS", new StepVariable(3.0));
    ComparisonRule rule = new ComparisonRule().type(ComparisonRule.TypeEnum.RULE).field("event.plan")
        .operator(RuleOperator.EQ).value(new ComparisonRuleValue("pro"));
    return new UpdateAutomation()
        .steps(List.of(
            new AutomationStep(new TriggerStep().key("start").type(TriggerStep.TypeEnum.TRIGGER)
                .config(new TriggerConfig().eventName("user.created"))),
            new AutomationStep(new DelayStep().key("wait").type(DelayStep.TypeEnum.DELAY)
                .config(new DelayConfig().duration("2 days"))),
            new AutomationStep(new ConditionStep().key("pro").type(ConditionStep.TypeEnum.CONDITION).config(new Rule(rule))),
            new AutomationStep(new SendEmailStep().key("mail").type(SendEmailStep.TypeEnum.SEND_EMAIL)
                .config(new SendEmailConfig().template(template)))))
        .connections(List.of(connection("start", "wait"), connection("wait", "pro"),
            connection("pro", "mail").type(ConnectionType.CONDITION_MET)));
  }

  static String shown(AutomationStep step) {
    Object one = step.getActualInstance();
    if (one instanceof DelayStep delay) return "delay " + delay.getConfig().getDuration();
    if (one instanceof TriggerStep trigger) return trigger.getType().getValue();
    if (one instanceof ConditionStep condition) return condition.getType().getValue();
    if (one instanceof SendEmailStep send) return send.getType().getValue();
    return "unknown";
  }

  /** An object that may be null is read as both. */
  static void expectQuietHours(QuietHours expected, Automation automation) {
    QuietHours read = automation.getSettings().getQuietHours();
    if (!java.util.Objects.equals(read, expected)) throw new IllegalStateException("quiet_hours: " + read);
  }

  public static void main(String[] words) throws Exception {
    ApiClient api = new ApiClient();
    api.setBasePath(System.getenv("LETTERMILL_URL"));
    api.setBearerToken(System.getenv("LETTERMILL_API_KEY"));
    EmailsApi emails = new EmailsApi(api);
    AutomationsApi automations = new AutomationsApi(api);
    UUID id = UUID.fromString(System.getenv("AUTOMATION_ID"));
    Map<String, Object> answers = new LinkedHashMap<>();

    SentEmail sent = emails.sendEmail(mail("bob@example.net"), null);
    answers.put("sent", sent);
    answers.put("email", emails.getEmail(sent.getId(), null));
    expectQuietHours(null, automations.getAutomation(id));
    answers.put("graph", automations.updateAutomation(id, graph()));
    UpdateAutomation renamed = new UpdateAutomation().name("Renamed").status(AutomationStatus.ENABLED)
        .settings(new AutomationSettingsInput().quietHours(NIGHT));
    answers.put("status", automations.updateAutomation(id, renamed));
    Automation automation = automations.getAutomation(id);
    expectQuietHours(NIGHT, automation);
    answers.put("automation", Map.of("name", automation.getName(), "status", automation.getStatus(),
        "steps", automation.getSteps().stream().map(Drive::shown).toList()));

    try {
      emails.sendEmail(mail("nobody"), null);
    } catch (ApiException refused) {
      answers.put("refusal", InvalidEmail.fromJson(refused.getResponseBody()));
    }

    List<List<UUID>> pages = new ArrayList<>();
    UUID after = null;
    EmailItemList page;
    do {
      page = emails.listEmails(after, null, 2);
      List<UUID> ids = page.getData().stream().map(EmailItem::getId).toList();
      pages.add(ids);
      after = ids.get(ids.size() - 1);
    } while (page.getHasMore());
    answers.put("pages", pages);
    System.out.println(JSON.serialize(answers));
  }
}
