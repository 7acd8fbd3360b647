// Makes the five calls with the client that openapi-generator wrote for Go.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"drive/client"
)

func fatal(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func mail(to string) client.SendEmail {
	mail := client.NewSendEmailWithDefaults()
	mail.SetFrom("Ada <ada@example.com>")
	mail.SetTo(client.SendEmailTo{String: &to})
	mail.SetSubject("Hello")
	mail.SetText("Hi")
	return *mail
}

func graph() client.UpdateAutomation {
	field, pro, seats := "event.name", "pro", float64(3)
	object := client.NewStepObject()
	object.SetVar(client.StepScalar{String: &field})
	template := client.NewStepTemplate("welcome")
	template.SetVariables(map[string]client.StepVariable{"NAME": {StepObject: object}, "SEATS": {Float64: &seats}})
	delay := client.NewDelayConfig()
	delay.SetDuration("2 days")
	rule := client.NewComparisonRule("rule", "event.plan", client.RULEOPERATOR_EQ)
	rule.SetValue(client.ComparisonRuleValue{String: &pro})
	met := client.NewAutomationConnectionInput("pro", "mail")
	met.SetType(client.CONNECTIONTYPE_CONDITION_MET)
	update := client.NewUpdateAutomation()
	update.SetSteps([]client.AutomationStep{
		{TriggerStep: client.NewTriggerStep("start", "trigger", *client.NewTriggerConfig("user.created"))},
		{DelayStep: client.NewDelayStep("wait", "delay", *delay)},
		{ConditionStep: client.NewConditionStep("pro", "condition", client.ComparisonRuleAsRule(rule))},
		{SendEmailStep: client.NewSendEmailStep("mail", "send_email", *client.NewSendEmailConfig(*template))},
	})
	update.SetConnections([]client.AutomationConnectionInput{
		*client.NewAutomationConnectionInput("start", "wait"),
		*client.NewAutomationConnectionInput("wait", "pro"),
		*met,
	})
	return *update
}

func shown(step client.AutomationStep) string {
	switch one := step.GetActualInstance().(type) {
	case *client.TriggerStep:
		return one.Type
	case *client.DelayStep:
		return "delay " + one.Config.GetDuration()
	case *client.ConditionStep:
		return one.Type
	case *client.SendEmailStep:
		return one.Type
	}
	return "unknown"
}

func main() {
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("LETTERMILL_API_KEY"))
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("LETTERMILL_URL")}}
	api := client.NewAPIClient(configuration)
	id := os.Getenv("AUTOMATION_ID")

	sent, _, err := api.EmailsAPI.SendEmail(ctx).SendEmail(mail("bob@example.net")).Execute()
	fatal(err)
	email, _, err := api.EmailsAPI.GetEmail(ctx, sent.Id).Execute()
	fatal(err)
	replaced, _, err := api.AutomationsAPI.UpdateAutomation(ctx, id).UpdateAutomation(graph()).Execute()
	fatal(err)
	update := client.NewUpdateAutomation()
	update.SetName("Renamed")
	update.SetStatus(client.AUTOMATIONSTATUS_ENABLED)
	status, _, err := api.AutomationsAPI.UpdateAutomation(ctx, id).UpdateAutomation(*update).Execute()
	fatal(err)
	automation, _, err := api.AutomationsAPI.GetAutomation(ctx, id).Execute()
	fatal(err)
	steps := []string{}
	for _, step := range automation.Steps {
		steps = append(steps, shown(step))
	}

	_, _, err = api.EmailsAPI.SendEmail(ctx).SendEmail(mail("nobody")).Execute()
	var failure *client.GenericOpenAPIError
	if !errors.As(err, &failure) {
		log.Fatal("it was not refused")
	}
	refusal := failure.Model()

	pages := [][]string{}
	for after, more := "", true; more; {
		request := api.EmailsAPI.ListEmails(ctx).Limit(2)
		if after != "" {
			request = request.After(after)
		}
		page, _, err := request.Execute()
		fatal(err)
		ids := []string{}
		for _, item := range page.Data {
			ids = append(ids, item.Id)
		}
		pages, more, after = append(pages, ids), page.HasMore, ids[len(ids)-1]
	}

	line, err := json.Marshal(map[string]any{
		"sent": sent, "email": email, "graph": replaced, "status": status, "refusal": refusal, "pages": pages,
		"automation": map[string]any{"name": automation.Name, "status": automation.Status, "steps": steps},
	})
	fatal(err)
	fmt.Println(string(line))
}
