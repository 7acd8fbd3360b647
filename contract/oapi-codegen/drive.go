// Makes the five calls with the client that oapi-codegen wrote.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"drive/client"

	"github.com/google/uuid"
)

func fatal(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func pointer[T any](value T) *T { return &value }

func mail(to string) client.SendEmail {
	var recipients client.SendEmail_To
	fatal(recipients.FromMailbox(to))
	return client.SendEmail{
		From: pointer("Ada <ada@example.com>"), To: recipients, Subject: pointer("Hello"), Text: pointer("Hi"),
	}
}

func graph() client.UpdateAutomation {
	var field client.StepScalar
	fatal(field.FromStepScalar0("event.name"))
	var name, seats client.StepVariable
	fatal(name.FromStepObject(client.StepObject{Var: &field}))
	fatal(seats.FromStepVariable2(3))
	template := client.StepTemplate{Id: "welcome", Variables: &client.StepVariables{"NAME": name, "SEATS": seats}}
	var pro client.ComparisonRule_Value
	fatal(pro.FromComparisonRuleValue0("pro"))
	var rule client.Rule
	fatal(rule.FromComparisonRule(client.ComparisonRule{Field: "event.plan", Operator: client.Eq, Value: &pro}))

	steps := make(client.AutomationSteps, 4)
	fatal(steps[0].FromTriggerStep(client.TriggerStep{Key: "start", Config: client.TriggerConfig{EventName: "user.created"}}))
	fatal(steps[1].FromDelayStep(client.DelayStep{Key: "wait", Config: client.DelayConfig{Duration: pointer("2 days")}}))
	fatal(steps[2].FromConditionStep(client.ConditionStep{Key: "pro", Config: rule}))
	fatal(steps[3].FromSendEmailStep(client.SendEmailStep{Key: "mail", Config: client.SendEmailConfig{Template: template}}))
	return client.UpdateAutomation{
		Steps: &steps,
		Connections: &client.AutomationConnections{
			{From: "start", To: "wait"},
			{From: "wait", To: "pro"},
			{From: "pro", To: "mail", Type: pointer(client.ConnectionTypeConditionMet)},
		},
	}
}

func shown(step client.AutomationStep) string {
	one, err := step.ValueByDiscriminator()
	fatal(err)
	if delay, ok := one.(client.DelayStep); ok {
		return "delay " + *delay.Config.Duration
	}
	kind, err := step.Discriminator()
	fatal(err)
	return kind
}

func main() {
	ctx := context.Background()
	api, err := client.NewClientWithResponses(os.Getenv("LETTERMILL_URL"),
		client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("LETTERMILL_API_KEY"))
			return nil
		}))
	fatal(err)
	id := uuid.MustParse(os.Getenv("AUTOMATION_ID"))

	sent, err := api.SendEmailWithResponse(ctx, nil, mail("bob@example.net"))
	fatal(err)
	email, err := api.GetEmailWithResponse(ctx, sent.JSON200.Id, nil)
	fatal(err)
	replaced, err := api.UpdateAutomationWithResponse(ctx, id, graph())
	fatal(err)
	enabled := client.AutomationStatusEnabled
	update := client.UpdateAutomation{Name: pointer("Renamed"), Status: &enabled}
	status, err := api.UpdateAutomationWithResponse(ctx, id, update)
	fatal(err)
	automation, err := api.GetAutomationWithResponse(ctx, id)
	fatal(err)
	steps := []string{}
	for _, step := range automation.JSON200.Steps {
		steps = append(steps, shown(step))
	}
	refused, err := api.SendEmailWithResponse(ctx, nil, mail("nobody"))
	fatal(err)

	pages := [][]string{}
	params := client.ListEmailsParams{Limit: pointer(client.PageQueryLimit(2))}
	for more := true; more; {
		page, err := api.ListEmailsWithResponse(ctx, &params)
		fatal(err)
		ids := []string{}
		for _, item := range page.JSON200.Data {
			ids = append(ids, item.Id.String())
			params.After = pointer(item.Id)
		}
		pages, more = append(pages, ids), page.JSON200.HasMore
	}

	line, err := json.Marshal(map[string]any{
		"sent": sent.JSON200, "email": email.JSON200, "graph": replaced.JSON200, "status": status.JSON200,
		"automation": map[string]any{"name": automation.JSON200.Name, "status": automation.JSON200.Status, "steps": steps},
		"refusal":    refused.JSON422, "pages": pages,
	})
	fatal(err)
	fmt.Println(string(line))
}
