import json
import os
from uuid import UUID

from client import ApiClient, AutomationsApi, Configuration, EmailsApi
from client import models as m
from client.exceptions import UnprocessableEntityException

configuration = Configuration(host=os.environ["LETTERMILL_URL"], access_token=os.environ["LETTERMILL_API_KEY"])
api = ApiClient(configuration)
emails, automations = EmailsApi(api), AutomationsApi(api)
automation_id = UUID(os.environ["AUTOMATION_ID"])


def mail(to: str) -> m.SendEmail:
    return m.SendEmail(var_from="Ada <ada@example.com>", to=m.SendEmailTo(to), subject="Hello", text="Hi")


sent = emails.send_email(mail("bob@example.net"))
email = emails.get_email(sent.id)

variables = {
    "NAME": m.StepVariable(m.StepObject(var=m.StepScalar("event.name"))),
    "SEATS": m.StepVariable(3.0),
}
pro = m.ComparisonRule(
    type="rule", field="event.plan", operator=m.RuleOperator.EQ, value=m.ComparisonRuleValue("pro")
)
start = m.TriggerStep(key="start", type="trigger", config=m.TriggerConfig(event_name="user.created"))
wait = m.DelayStep(key="wait", type="delay", config=m.DelayConfig(duration="2 days"))
plan = m.ConditionStep(key="pro", type="condition", config=m.Rule(pro))
template = m.StepTemplate(id="welcome", variables=variables)
send = m.SendEmailStep(key="mail", type="send_email", config=m.SendEmailConfig(template=template))
connections = [
    m.AutomationConnectionInput(var_from="start", to="wait"),
    m.AutomationConnectionInput(var_from="wait", to="pro"),
    m.AutomationConnectionInput(var_from="pro", to="mail", type=m.ConnectionType.CONDITION_MET),
]
steps = [m.AutomationStep(step) for step in (start, wait, plan, send)]
graph = automations.update_automation(automation_id, m.UpdateAutomation(steps=steps, connections=connections))
status = automations.update_automation(
    automation_id, m.UpdateAutomation(name="Renamed", status=m.AutomationStatus.ENABLED)
)
automation = automations.get_automation(automation_id)

refusal = None
try:
    emails.send_email(mail("nobody"))
except UnprocessableEntityException as refused:
    refusal = refused.data.to_dict()

pages, after = [], None
while True:
    page = emails.list_emails(limit=2, after=after)
    pages.append([str(item.id) for item in page.data])
    if not page.has_more:
        break
    after = page.data[-1].id


def shown(step: m.AutomationStep) -> str:
    one = step.actual_instance
    return f"delay {one.config.duration}" if isinstance(one, m.DelayStep) else one.type


print(
    json.dumps(
        {
            "sent": sent.to_dict(),
            "email": email.to_dict(),
            "graph": graph.to_dict(),
            "status": status.to_dict(),
            "automation": {
                "name": automation.name,
                "status": automation.status,
                "steps": [shown(step) for step in automation.steps],
            },
            "refusal": refusal,
            "pages": pages,
        },
        default=str,
    )
)
