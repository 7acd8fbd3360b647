import json
import os

from client import AuthenticatedClient
from client import models as m
from client.api.automations import get_automation, update_automation
from client.api.emails import get_email, list_emails, send_email
from client.types import UNSET

api = AuthenticatedClient(base_url=os.environ["LETTERMILL_URL"], token=os.environ["LETTERMILL_API_KEY"])
automation_id = os.environ["AUTOMATION_ID"]


def mail(to: str) -> m.SendEmail:
    return m.SendEmail(from_="Ada <ada@example.com>", to=to, subject="Hello", text="Hi")


sent = send_email.sync(client=api, body=mail("bob@example.net"))
assert isinstance(sent, m.SentEmail)
email = get_email.sync(sent.id, client=api)
assert isinstance(email, m.Email)

variables = m.StepVariables()
variables["NAME"] = m.StepObject(var="event.name")
variables["SEATS"] = 3.0
pro = m.ComparisonRule(m.ComparisonRuleType.RULE, field="event.plan", operator=m.RuleOperator.EQ, value="pro")
steps = [
    m.TriggerStep("start", m.TriggerStepType.TRIGGER, m.TriggerConfig("user.created")),
    m.DelayStep("wait", m.DelayStepType.DELAY, m.DelayConfig("2 days")),
    m.ConditionStep("pro", m.ConditionStepType.CONDITION, pro),
    m.SendEmailStep("mail", m.SendEmailStepType.SEND_EMAIL, m.SendEmailConfig(m.StepTemplate("welcome", variables))),
]
connections = [
    m.AutomationConnectionInput("start", "wait"),
    m.AutomationConnectionInput("wait", "pro"),
    m.AutomationConnectionInput("pro", "mail", m.ConnectionType.CONDITION_MET),
]
replaced = m.UpdateAutomation(steps=steps, connections=connections)
graph = update_automation.sync(automation_id, client=api, body=replaced)
assert isinstance(graph, m.SavedAutomation)
renamed = m.UpdateAutomation(name="Renamed", status=m.AutomationStatus.ENABLED)
status = update_automation.sync(automation_id, client=api, body=renamed)
assert isinstance(status, m.SavedAutomation)
automation = get_automation.sync(automation_id, client=api)
assert isinstance(automation, m.Automation)
shown = [f"delay {step.config.duration}" if isinstance(step, m.DelayStep) else step.type_ for step in automation.steps]

refusal = send_email.sync(client=api, body=mail("nobody"))
assert isinstance(refusal, m.InvalidEmail)

pages, after = [], UNSET
while True:
    page = list_emails.sync(client=api, limit=2, after=after)
    assert isinstance(page, m.EmailItemList)
    pages.append([str(item.id) for item in page.data])
    if not page.has_more:
        break
    after = page.data[-1].id

answers = {"sent": sent, "email": email, "graph": graph, "status": status, "refusal": refusal}
print(
    json.dumps(
        {
            **{name: answer.to_dict() for name, answer in answers.items()},
            "automation": {"name": automation.name, "status": automation.status, "steps": shown},
            "pages": pages,
        }
    )
)
