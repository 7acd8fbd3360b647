// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["steps","connections"],"properties":{"steps":{"type":"array","items":{"type":"object","oneOf":[{"type":"object","required":["key","type","config"],"properties":{"key":{"type":"string","minLength":1,"maxLength":255},"type":{"type":"string","enum":["trigger"]},"config":{"type":"object","required":["event_name"],"properties":{"event_name":{"type":"string","minLength":1,"maxLength":255}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["delay"]},"config":{"type":"object","properties":{"duration":{"type":"string","minLength":1,"maxLength":50},"until":{"type":"object","required":["time"],"properties":{"time":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"},"weekdays":{"type":"array","items":{"type":"string","enum":["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]},"minItems":1,"maxItems":7}}}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["send_email"]},"config":{"type":"object","required":["template"],"properties":{"template":{"type":"object","required":["id"],"properties":{"id":{"type":"string","minLength":1,"maxLength":255},"variables":{"type":"object","maxProperties":50,"additionalProperties":{"anyOf":[{"type":"object","properties":{"var":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}},"additionalProperties":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var"}},{"type":"string"},{"type":"number","format":"double"},{"type":"boolean"},{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]},{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0"}]}}]}}}},"from":{"type":"string","minLength":1,"maxLength":998},"subject":{"type":"string","minLength":1,"maxLength":998},"reply_to":{"type":"string","minLength":1,"maxLength":998},"topic_id":{"type":"string","format":"uuid","x-in-lower-case":true}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["wait_for_event"]},"config":{"type":"object","required":["event_name"],"properties":{"event_name":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name"},"timeout":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration"},"filter_rule":{"type":"object","oneOf":[{"type":"object","required":["type","field","operator"],"properties":{"type":{"type":"string","enum":["rule"]},"field":{"type":"string","minLength":1,"maxLength":500},"operator":{"type":"string","enum":["eq","neq","gt","gte","lt","lte","contains","starts_with","ends_with","exists","is_empty"]},"value":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["and"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["or"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}}],"discriminator":{"propertyName":"type"}},"since":{"type":"string","enum":["wait_started","run_started"]}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["condition"]},"config":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule"}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["contact_update"]},"config":{"type":"object","properties":{"first_name":{"anyOf":[{"type":["string","null"]},{"type":"object","required":["var"],"properties":{"var":{"type":"string","minLength":1,"maxLength":500}}}]},"last_name":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name"},"unsubscribed":{"anyOf":[{"type":"boolean"},{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]},"properties":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]},{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]}}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["contact_delete"]},"config":{"anyOf":[{"type":"object"},{"type":"array","items":{},"maxItems":0}]}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["add_to_segment"]},"config":{"type":"object","required":["segment_id"],"properties":{"segment_id":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id"}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["http_request"]},"config":{"type":"object","required":["method","url"],"properties":{"method":{"type":"string","enum":["GET","POST","PUT","PATCH","DELETE"]},"url":{"type":"string","minLength":8,"maxLength":2000},"headers":{"type":"object","maxProperties":20,"additionalProperties":{"anyOf":[{"type":"string"},{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]}},"body":{"type":"object","additionalProperties":{}},"timeout":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration"}}}}}],"discriminator":{"propertyName":"type"}},"minItems":1,"maxItems":150},"connections":{"type":"array","items":{"type":"object","required":["from","to"],"properties":{"from":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"to":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"default":"default","allOf":[{"type":"string","enum":["default","condition_met","condition_not_met","event_received","timeout"]}]}}},"maxItems":450},"settings":{"type":"object","properties":{"reentry":{"type":"string","enum":["always","while_not_running","once"]},"time_zone":{"type":"string","minLength":1,"maxLength":64},"time_zone_property":{"type":"string","minLength":1,"maxLength":50},"quiet_hours":{"anyOf":[{"type":"object","required":["from","to"],"properties":{"from":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time"},"to":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time"}}},{"type":"null"}]},"retention_days":{"minimum":1,"maximum":3650,"type":["integer","null"],"format":"int32"},"marketing":{"type":"boolean"}}},"payload":{"type":"object","additionalProperties":{}},"contact_id":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id"},"contact":{"type":"object","properties":{"email":{"type":"string","minLength":3,"maxLength":254,"default":"someone@example.com"},"first_name":{"type":["string","null"]},"last_name":{"type":["string","null"]},"unsubscribed":{"type":"boolean","default":false},"properties":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"}]}}}},"at":{"type":"string","format":"date-time"},"events":{"type":"array","items":{"type":"object","required":["event","after"],"properties":{"event":{"type":"string","minLength":1,"maxLength":255},"after":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration"},"payload":{"type":"object","additionalProperties":{}}}},"maxItems":100},"answers":{"type":"object","maxProperties":150,"additionalProperties":{"type":"object","properties":{"status":{"type":"integer","format":"int32","minimum":200,"maximum":599,"default":200},"body":{}}}}}}},"required":["requestBody"]};
const schema1 = {"type":"string","minLength":1,"maxLength":255};
const schema3 = {"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]};
const schema7 = {"type":"string","minLength":1,"maxLength":255};
const schema8 = {"type":"string","minLength":1,"maxLength":50};
const schema12 = {"anyOf":[{"type":["string","null"]},{"type":"object","required":["var"],"properties":{"var":{"type":"string","minLength":1,"maxLength":500}}}]};
const schema13 = {"type":"object","required":["var"],"properties":{"var":{"type":"string","minLength":1,"maxLength":500}}};
const schema17 = {"type":"string","format":"uuid","x-in-lower-case":true};
const schema23 = {"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const pattern0 = new RegExp("^([01][0-9]|2[0-3]):[0-5][0-9]$", "u");
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;
const formats12 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats22 = require("ajv-formats/dist/formats").fullFormats.int32;
const formats28 = require("ajv-formats/dist/formats").fullFormats["date-time"];
const schema4 = {"type":"object","properties":{"var":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}},"additionalProperties":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var"}};

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "var")){
let data0 = data[key0];
const _errs2 = errors;
const _errs4 = errors;
let valid2 = false;
const _errs5 = errors;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.anyOf[0].type,parentSchema:schema3.anyOf[0],data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid2 = valid2 || _valid0;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data0 == "number"){
if(!(formats0.validate(data0))){
const err1 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema3.anyOf[1],data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema3.anyOf[1].type,parentSchema:schema3.anyOf[1],data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
valid2 = valid2 || _valid0;
const _errs9 = errors;
if((typeof data0 !== "boolean") && (data0 !== null)){
const err3 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/2/type",keyword:"type",params:{type: schema3.anyOf[2].type},message:"must be boolean,null",schema:schema3.anyOf[2].type,parentSchema:schema3.anyOf[2],data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs9 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err4 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema3.anyOf,parentSchema:schema3,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate1.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs2 === errors;
if(!valid0){
break;
}
}
}
if(_errs1 === errors){
if(data.var !== undefined){
let data1 = data.var;
const _errs12 = errors;
let valid4 = false;
const _errs13 = errors;
if(typeof data1 !== "string"){
const err5 = {instancePath:instancePath+"/var",schemaPath:"#/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema4.properties.var.anyOf[0].type,parentSchema:schema4.properties.var.anyOf[0],data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid1 = _errs13 === errors;
valid4 = valid4 || _valid1;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data1 == "number"){
if(!(formats0.validate(data1))){
const err6 = {instancePath:instancePath+"/var",schemaPath:"#/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema4.properties.var.anyOf[1],data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/var",schemaPath:"#/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema4.properties.var.anyOf[1].type,parentSchema:schema4.properties.var.anyOf[1],data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid1 = _errs15 === errors;
valid4 = valid4 || _valid1;
const _errs17 = errors;
if((typeof data1 !== "boolean") && (data1 !== null)){
const err8 = {instancePath:instancePath+"/var",schemaPath:"#/properties/var/anyOf/2/type",keyword:"type",params:{type: schema4.properties.var.anyOf[2].type},message:"must be boolean,null",schema:schema4.properties.var.anyOf[2].type,parentSchema:schema4.properties.var.anyOf[2],data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs17 === errors;
valid4 = valid4 || _valid1;
if(!valid4){
const err9 = {instancePath:instancePath+"/var",schemaPath:"#/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema4.properties.var.anyOf,parentSchema:schema4.properties.var,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate1.errors = vErrors;
return false;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
}
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema4.type,parentSchema:schema4,data}];
return false;
}
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema9 = {"type":"object","oneOf":[{"type":"object","required":["type","field","operator"],"properties":{"type":{"type":"string","enum":["rule"]},"field":{"type":"string","minLength":1,"maxLength":500},"operator":{"type":"string","enum":["eq","neq","gt","gte","lt","lte","contains","starts_with","ends_with","exists","is_empty"]},"value":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["and"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["or"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}}],"discriminator":{"propertyName":"type"}};
const wrapper0 = {validate: validate3};

function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate3.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "rule"){
const _errs2 = errors;
if(errors === _errs2){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.field === undefined) && (missing0 = "field"))) || ((data.operator === undefined) && (missing0 = "operator"))){
validate3.errors = [{instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema9.oneOf[0].required,parentSchema:schema9.oneOf[0],data}];
return false;
}
else {
if(data.type !== undefined){
let data0 = data.type;
const _errs4 = errors;
if(typeof data0 !== "string"){
validate3.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema9.oneOf[0].properties.type.type,parentSchema:schema9.oneOf[0].properties.type,data:data0}];
return false;
}
if(!(data0 === "rule")){
validate3.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema9.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema9.oneOf[0].properties.type.enum,parentSchema:schema9.oneOf[0].properties.type,data:data0}];
return false;
}
var valid2 = _errs4 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.field !== undefined){
let data1 = data.field;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(func0(data1, 500)){
validate3.errors = [{instancePath:instancePath+"/field",schemaPath:"#/oneOf/0/properties/field/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema9.oneOf[0].properties.field,data:data1}];
return false;
}
else {
if(func1(data1, 1)){
validate3.errors = [{instancePath:instancePath+"/field",schemaPath:"#/oneOf/0/properties/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema9.oneOf[0].properties.field,data:data1}];
return false;
}
}
}
else {
validate3.errors = [{instancePath:instancePath+"/field",schemaPath:"#/oneOf/0/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema9.oneOf[0].properties.field.type,parentSchema:schema9.oneOf[0].properties.field,data:data1}];
return false;
}
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.operator !== undefined){
let data2 = data.operator;
const _errs8 = errors;
if(typeof data2 !== "string"){
validate3.errors = [{instancePath:instancePath+"/operator",schemaPath:"#/oneOf/0/properties/operator/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema9.oneOf[0].properties.operator.type,parentSchema:schema9.oneOf[0].properties.operator,data:data2}];
return false;
}
if(!(((((((((((data2 === "eq") || (data2 === "neq")) || (data2 === "gt")) || (data2 === "gte")) || (data2 === "lt")) || (data2 === "lte")) || (data2 === "contains")) || (data2 === "starts_with")) || (data2 === "ends_with")) || (data2 === "exists")) || (data2 === "is_empty"))){
validate3.errors = [{instancePath:instancePath+"/operator",schemaPath:"#/oneOf/0/properties/operator/enum",keyword:"enum",params:{allowedValues: schema9.oneOf[0].properties.operator.enum},message:"must be equal to one of the allowed values",schema:schema9.oneOf[0].properties.operator.enum,parentSchema:schema9.oneOf[0].properties.operator,data:data2}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.value !== undefined){
let data3 = data.value;
const _errs10 = errors;
const _errs11 = errors;
let valid3 = false;
const _errs12 = errors;
if(typeof data3 !== "string"){
const err0 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema9.oneOf[0].properties.value.anyOf[0].type,parentSchema:schema9.oneOf[0].properties.value.anyOf[0],data:data3};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data3 == "number"){
if(!(formats0.validate(data3))){
const err1 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema9.oneOf[0].properties.value.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema9.oneOf[0].properties.value.anyOf[1].type,parentSchema:schema9.oneOf[0].properties.value.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs14 === errors;
valid3 = valid3 || _valid0;
const _errs16 = errors;
if((typeof data3 !== "boolean") && (data3 !== null)){
const err3 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/2/type",keyword:"type",params:{type: schema9.oneOf[0].properties.value.anyOf[2].type},message:"must be boolean,null",schema:schema9.oneOf[0].properties.value.anyOf[2].type,parentSchema:schema9.oneOf[0].properties.value.anyOf[2],data:data3};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err4 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema9.oneOf[0].properties.value.anyOf,parentSchema:schema9.oneOf[0].properties.value,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate3.errors = vErrors;
return false;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate3.errors = [{instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema9.oneOf[0].type,parentSchema:schema9.oneOf[0],data}];
return false;
}
}
var props0 = {};
props0.type = true;
props0.field = true;
props0.operator = true;
props0.value = true;
}
else if(tag0 === "and"){
const _errs18 = errors;
if(errors === _errs18){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.type === undefined) && (missing1 = "type")) || ((data.rules === undefined) && (missing1 = "rules"))){
validate3.errors = [{instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema9.oneOf[1].required,parentSchema:schema9.oneOf[1],data}];
return false;
}
else {
if(data.type !== undefined){
let data4 = data.type;
const _errs20 = errors;
if(typeof data4 !== "string"){
validate3.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema9.oneOf[1].properties.type.type,parentSchema:schema9.oneOf[1].properties.type,data:data4}];
return false;
}
if(!(data4 === "and")){
validate3.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema9.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema9.oneOf[1].properties.type.enum,parentSchema:schema9.oneOf[1].properties.type,data:data4}];
return false;
}
var valid5 = _errs20 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.rules !== undefined){
let data5 = data.rules;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data5)){
if(data5.length > 100){
validate3.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema9.oneOf[1].properties.rules,data:data5}];
return false;
}
else {
if(data5.length < 1){
validate3.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema9.oneOf[1].properties.rules,data:data5}];
return false;
}
else {
var valid6 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs24 = errors;
if(!(wrapper0.validate(data5[i0], {instancePath:instancePath+"/rules/" + i0,parentData:data5,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid6 = _errs24 === errors;
if(!valid6){
break;
}
}
}
}
}
else {
validate3.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema9.oneOf[1].properties.rules.type,parentSchema:schema9.oneOf[1].properties.rules,data:data5}];
return false;
}
}
var valid5 = _errs22 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
validate3.errors = [{instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema9.oneOf[1].type,parentSchema:schema9.oneOf[1],data}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.rules = true;
}
}
else if(tag0 === "or"){
const _errs25 = errors;
if(errors === _errs25){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.type === undefined) && (missing2 = "type")) || ((data.rules === undefined) && (missing2 = "rules"))){
validate3.errors = [{instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema9.oneOf[2].required,parentSchema:schema9.oneOf[2],data}];
return false;
}
else {
if(data.type !== undefined){
let data7 = data.type;
const _errs27 = errors;
if(typeof data7 !== "string"){
validate3.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema9.oneOf[2].properties.type.type,parentSchema:schema9.oneOf[2].properties.type,data:data7}];
return false;
}
if(!(data7 === "or")){
validate3.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema9.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema9.oneOf[2].properties.type.enum,parentSchema:schema9.oneOf[2].properties.type,data:data7}];
return false;
}
var valid8 = _errs27 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data.rules !== undefined){
let data8 = data.rules;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data8)){
if(data8.length > 100){
validate3.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema9.oneOf[2].properties.rules,data:data8}];
return false;
}
else {
if(data8.length < 1){
validate3.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema9.oneOf[2].properties.rules,data:data8}];
return false;
}
else {
var valid9 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
const _errs31 = errors;
if(!(wrapper0.validate(data8[i1], {instancePath:instancePath+"/rules/" + i1,parentData:data8,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid9 = _errs31 === errors;
if(!valid9){
break;
}
}
}
}
}
else {
validate3.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema9.oneOf[2].properties.rules.type,parentSchema:schema9.oneOf[2].properties.rules,data:data8}];
return false;
}
}
var valid8 = _errs29 === errors;
}
else {
var valid8 = true;
}
}
}
}
else {
validate3.errors = [{instancePath,schemaPath:"#/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema9.oneOf[2].type,parentSchema:schema9.oneOf[2],data}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.rules = true;
}
}
else {
validate3.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf",schema:schema9.discriminator,parentSchema:schema9,data}];
return false;
}
}
else {
validate3.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string",schema:schema9.discriminator,parentSchema:schema9,data}];
return false;
}
}
else {
validate3.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema9.type,parentSchema:schema9,data}];
return false;
}
}
validate3.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate3.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.requestBody === undefined) && (missing0 = "requestBody")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.steps === undefined) && (missing1 = "steps")) || ((data0.connections === undefined) && (missing1 = "connections"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.steps !== undefined){
let data1 = data0.steps;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 150){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps",schemaPath:"#/properties/requestBody/properties/steps/maxItems",keyword:"maxItems",params:{limit: 150},message:"must NOT have more than 150 items",schema:150,parentSchema:schema0.properties.requestBody.properties.steps,data:data1}];
return false;
}
else {
if(data1.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps",schemaPath:"#/properties/requestBody/properties/steps/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.steps,data:data1}];
return false;
}
else {
var valid2 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
const tag0 = data2.type;
if(typeof tag0 == "string"){
if(tag0 === "trigger"){
const _errs9 = errors;
if(errors === _errs9){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing2;
if((((data2.key === undefined) && (missing2 = "key")) || ((data2.type === undefined) && (missing2 = "type"))) || ((data2.config === undefined) && (missing2 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data3 = data2.key;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data3 === "string"){
if(func0(data3, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.key,data:data3}];
return false;
}
else {
if(func1(data3, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.key,data:data3}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.key.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.key,data:data3}];
return false;
}
}
var valid5 = _errs11 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data2.type !== undefined){
let data4 = data2.type;
const _errs13 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type,data:data4}];
return false;
}
if(!(data4 === "trigger")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type,data:data4}];
return false;
}
var valid5 = _errs13 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data2.config !== undefined){
let data5 = data2.config;
const _errs15 = errors;
if(errors === _errs15){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing3;
if((data5.event_name === undefined) && (missing3 = "event_name")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config,data:data5}];
return false;
}
else {
if(data5.event_name !== undefined){
let data6 = data5.event_name;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data6 === "string"){
if(func0(data6, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.properties.event_name,data:data6}];
return false;
}
else {
if(func1(data6, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.properties.event_name,data:data6}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.properties.event_name.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.properties.event_name,data:data6}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config,data:data5}];
return false;
}
}
var valid5 = _errs15 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0],data:data2}];
return false;
}
}
var props0 = {};
props0.key = true;
props0.type = true;
props0.config = true;
}
else if(tag0 === "delay"){
const _errs19 = errors;
if(errors === _errs19){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing4;
if((((data2.key === undefined) && (missing4 = "key")) || ((data2.type === undefined) && (missing4 = "type"))) || ((data2.config === undefined) && (missing4 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data7 = data2.key;
const _errs21 = errors;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data7 === "string"){
if(func0(data7, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data7}];
return false;
}
else {
if(func1(data7, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data7}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data7}];
return false;
}
}
var valid8 = _errs21 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data2.type !== undefined){
let data8 = data2.type;
const _errs24 = errors;
if(typeof data8 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type,data:data8}];
return false;
}
if(!(data8 === "delay")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type,data:data8}];
return false;
}
var valid8 = _errs24 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data2.config !== undefined){
let data9 = data2.config;
const _errs26 = errors;
if(errors === _errs26){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.duration !== undefined){
let data10 = data9.duration;
const _errs28 = errors;
if(errors === _errs28){
if(typeof data10 === "string"){
if(func0(data10, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/duration",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.duration,data:data10}];
return false;
}
else {
if(func1(data10, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/duration",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.duration,data:data10}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/duration",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.duration.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.duration,data:data10}];
return false;
}
}
var valid10 = _errs28 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data9.until !== undefined){
let data11 = data9.until;
const _errs30 = errors;
if(errors === _errs30){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing5;
if((data11.time === undefined) && (missing5 = "time")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until,data:data11}];
return false;
}
else {
if(data11.time !== undefined){
let data12 = data11.time;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/time",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.time,data:data12}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/time",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.time.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.time,data:data12}];
return false;
}
}
var valid11 = _errs32 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data11.weekdays !== undefined){
let data13 = data11.weekdays;
const _errs34 = errors;
if(errors === _errs34){
if(Array.isArray(data13)){
if(data13.length > 7){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/maxItems",keyword:"maxItems",params:{limit: 7},message:"must NOT have more than 7 items",schema:7,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data13}];
return false;
}
else {
if(data13.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data13}];
return false;
}
else {
var valid12 = true;
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
let data14 = data13[i1];
const _errs36 = errors;
if(typeof data14 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays/" + i1,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items,data:data14}];
return false;
}
if(!(((((((data14 === "monday") || (data14 === "tuesday")) || (data14 === "wednesday")) || (data14 === "thursday")) || (data14 === "friday")) || (data14 === "saturday")) || (data14 === "sunday"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays/" + i1,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items,data:data14}];
return false;
}
var valid12 = _errs36 === errors;
if(!valid12){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data13}];
return false;
}
}
var valid11 = _errs34 === errors;
}
else {
var valid11 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until,data:data11}];
return false;
}
}
var valid10 = _errs30 === errors;
}
else {
var valid10 = true;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config,data:data9}];
return false;
}
}
var valid8 = _errs26 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.key = true;
props0.type = true;
props0.config = true;
}
}
else if(tag0 === "send_email"){
const _errs38 = errors;
if(errors === _errs38){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing6;
if((((data2.key === undefined) && (missing6 = "key")) || ((data2.type === undefined) && (missing6 = "type"))) || ((data2.config === undefined) && (missing6 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/required",keyword:"required",params:{missingProperty: missing6},message:"must have required property '"+missing6+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data15 = data2.key;
const _errs40 = errors;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data15 === "string"){
if(func0(data15, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data15}];
return false;
}
else {
if(func1(data15, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data15}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data15}];
return false;
}
}
var valid14 = _errs40 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data2.type !== undefined){
let data16 = data2.type;
const _errs43 = errors;
if(typeof data16 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type,data:data16}];
return false;
}
if(!(data16 === "send_email")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type,data:data16}];
return false;
}
var valid14 = _errs43 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data2.config !== undefined){
let data17 = data2.config;
const _errs45 = errors;
if(errors === _errs45){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing7;
if((data17.template === undefined) && (missing7 = "template")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/required",keyword:"required",params:{missingProperty: missing7},message:"must have required property '"+missing7+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config,data:data17}];
return false;
}
else {
if(data17.template !== undefined){
let data18 = data17.template;
const _errs47 = errors;
if(errors === _errs47){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing8;
if((data18.id === undefined) && (missing8 = "id")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/required",keyword:"required",params:{missingProperty: missing8},message:"must have required property '"+missing8+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template,data:data18}];
return false;
}
else {
if(data18.id !== undefined){
let data19 = data18.id;
const _errs49 = errors;
if(errors === _errs49){
if(typeof data19 === "string"){
if(func0(data19, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.id,data:data19}];
return false;
}
else {
if(func1(data19, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.id,data:data19}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.id.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.id,data:data19}];
return false;
}
}
var valid17 = _errs49 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data18.variables !== undefined){
let data20 = data18.variables;
const _errs51 = errors;
if(errors === _errs51){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length > 50){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties",schema:50,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables,data:data20}];
return false;
}
else {
for(const key0 in data20){
let data21 = data20[key0];
const _errs54 = errors;
const _errs55 = errors;
let valid19 = false;
const _errs56 = errors;
if(errors === _errs56){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
const _errs58 = errors;
for(const key1 in data21){
if(!(key1 === "var")){
let data22 = data21[key1];
const _errs59 = errors;
const _errs61 = errors;
let valid22 = false;
const _errs62 = errors;
if(typeof data22 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.anyOf[0].type,parentSchema:schema3.anyOf[0],data:data22};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid1 = _errs62 === errors;
valid22 = valid22 || _valid1;
const _errs64 = errors;
if(errors === _errs64){
if(typeof data22 == "number"){
if(!(formats0.validate(data22))){
const err1 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema3.anyOf[1],data:data22};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema3.anyOf[1].type,parentSchema:schema3.anyOf[1],data:data22};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs64 === errors;
valid22 = valid22 || _valid1;
const _errs66 = errors;
if((typeof data22 !== "boolean") && (data22 !== null)){
const err3 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/2/type",keyword:"type",params:{type: schema3.anyOf[2].type},message:"must be boolean,null",schema:schema3.anyOf[2].type,parentSchema:schema3.anyOf[2],data:data22};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid1 = _errs66 === errors;
valid22 = valid22 || _valid1;
if(!valid22){
const err4 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema3.anyOf,parentSchema:schema3,data:data22};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs61;
if(vErrors !== null){
if(_errs61){
vErrors.length = _errs61;
}
else {
vErrors = null;
}
}
}
var valid20 = _errs59 === errors;
if(!valid20){
break;
}
}
}
if(_errs58 === errors){
if(data21.var !== undefined){
let data23 = data21.var;
const _errs69 = errors;
let valid24 = false;
const _errs70 = errors;
if(typeof data23 !== "string"){
const err5 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[0],data:data23};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid2 = _errs70 === errors;
valid24 = valid24 || _valid2;
const _errs72 = errors;
if(errors === _errs72){
if(typeof data23 == "number"){
if(!(formats0.validate(data23))){
const err6 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1],data:data23};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1],data:data23};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid2 = _errs72 === errors;
valid24 = valid24 || _valid2;
const _errs74 = errors;
if((typeof data23 !== "boolean") && (data23 !== null)){
const err8 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2],data:data23};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid2 = _errs74 === errors;
valid24 = valid24 || _valid2;
if(!valid24){
const err9 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var,data:data23};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs69;
if(vErrors !== null){
if(_errs69){
vErrors.length = _errs69;
}
else {
vErrors = null;
}
}
}
}
}
}
else {
const err10 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0],data:data21};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs56 === errors;
valid19 = valid19 || _valid0;
const _errs76 = errors;
if(typeof data21 !== "string"){
const err11 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[1],data:data21};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs76 === errors;
valid19 = valid19 || _valid0;
const _errs78 = errors;
if(errors === _errs78){
if(typeof data21 == "number"){
if(!(formats0.validate(data21))){
const err12 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/2/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2],data:data21};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/2/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2],data:data21};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid0 = _errs78 === errors;
valid19 = valid19 || _valid0;
const _errs80 = errors;
if(typeof data21 !== "boolean"){
const err14 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/3/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[3].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[3],data:data21};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var _valid0 = _errs80 === errors;
valid19 = valid19 || _valid0;
const _errs82 = errors;
if(errors === _errs82){
if(Array.isArray(data21)){
var valid25 = true;
const len2 = data21.length;
for(let i2=0; i2<len2; i2++){
let data24 = data21[i2];
const _errs84 = errors;
const _errs85 = errors;
let valid26 = false;
const _errs86 = errors;
if(typeof data24 !== "string"){
const err15 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[0],data:data24};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid3 = _errs86 === errors;
valid26 = valid26 || _valid3;
const _errs88 = errors;
if(errors === _errs88){
if(typeof data24 == "number"){
if(!(formats0.validate(data24))){
const err16 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1],data:data24};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1],data:data24};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid3 = _errs88 === errors;
valid26 = valid26 || _valid3;
const _errs90 = errors;
if((typeof data24 !== "boolean") && (data24 !== null)){
const err18 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2],data:data24};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid3 = _errs90 === errors;
valid26 = valid26 || _valid3;
const _errs92 = errors;
if(!(validate1(data24, {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,parentData:data21,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
var _valid3 = _errs92 === errors;
valid26 = valid26 || _valid3;
if(!valid26){
const err19 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items,data:data24};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs85;
if(vErrors !== null){
if(_errs85){
vErrors.length = _errs85;
}
else {
vErrors = null;
}
}
}
var valid25 = _errs84 === errors;
if(!valid25){
break;
}
}
}
else {
const err20 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4],data:data21};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
var _valid0 = _errs82 === errors;
valid19 = valid19 || _valid0;
if(!valid19){
const err21 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties,data:data21};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs55;
if(vErrors !== null){
if(_errs55){
vErrors.length = _errs55;
}
else {
vErrors = null;
}
}
}
var valid18 = _errs54 === errors;
if(!valid18){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables,data:data20}];
return false;
}
}
var valid17 = _errs51 === errors;
}
else {
var valid17 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template,data:data18}];
return false;
}
}
var valid16 = _errs47 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data17.from !== undefined){
let data25 = data17.from;
const _errs93 = errors;
if(errors === _errs93){
if(typeof data25 === "string"){
if(func0(data25, 998)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/from/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.from,data:data25}];
return false;
}
else {
if(func1(data25, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.from,data:data25}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.from.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.from,data:data25}];
return false;
}
}
var valid16 = _errs93 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data17.subject !== undefined){
let data26 = data17.subject;
const _errs95 = errors;
if(errors === _errs95){
if(typeof data26 === "string"){
if(func0(data26, 998)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/subject",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/subject/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.subject,data:data26}];
return false;
}
else {
if(func1(data26, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/subject",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.subject,data:data26}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/subject",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.subject.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.subject,data:data26}];
return false;
}
}
var valid16 = _errs95 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data17.reply_to !== undefined){
let data27 = data17.reply_to;
const _errs97 = errors;
if(errors === _errs97){
if(typeof data27 === "string"){
if(func0(data27, 998)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/reply_to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/reply_to/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.reply_to,data:data27}];
return false;
}
else {
if(func1(data27, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/reply_to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/reply_to/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.reply_to,data:data27}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/reply_to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/reply_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.reply_to.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.reply_to,data:data27}];
return false;
}
}
var valid16 = _errs97 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data17.topic_id !== undefined){
let data28 = data17.topic_id;
const _errs99 = errors;
if(errors === _errs99){
if(errors === _errs99){
if(typeof data28 === "string"){
if(!(formats12.test(data28))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/topic_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.topic_id,data:data28}];
return false;
}
else {
if(/[A-Z]/.test(data28)){
data28 = data28.toLowerCase();
data17["topic_id"] = data28;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/topic_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.topic_id.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.topic_id,data:data28}];
return false;
}
}
}
var valid16 = _errs99 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config,data:data17}];
return false;
}
}
var valid14 = _errs45 === errors;
}
else {
var valid14 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.key = true;
props0.type = true;
props0.config = true;
}
}
else if(tag0 === "wait_for_event"){
const _errs101 = errors;
if(errors === _errs101){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing9;
if((((data2.key === undefined) && (missing9 = "key")) || ((data2.type === undefined) && (missing9 = "type"))) || ((data2.config === undefined) && (missing9 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/required",keyword:"required",params:{missingProperty: missing9},message:"must have required property '"+missing9+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data29 = data2.key;
const _errs103 = errors;
const _errs104 = errors;
if(errors === _errs104){
if(typeof data29 === "string"){
if(func0(data29, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data29}];
return false;
}
else {
if(func1(data29, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data29}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data29}];
return false;
}
}
var valid28 = _errs103 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data2.type !== undefined){
let data30 = data2.type;
const _errs106 = errors;
if(typeof data30 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type,data:data30}];
return false;
}
if(!(data30 === "wait_for_event")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type,data:data30}];
return false;
}
var valid28 = _errs106 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data2.config !== undefined){
let data31 = data2.config;
const _errs108 = errors;
if(errors === _errs108){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing10;
if((data31.event_name === undefined) && (missing10 = "event_name")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/required",keyword:"required",params:{missingProperty: missing10},message:"must have required property '"+missing10+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config,data:data31}];
return false;
}
else {
if(data31.event_name !== undefined){
let data32 = data31.event_name;
const _errs110 = errors;
const _errs111 = errors;
if(errors === _errs111){
if(typeof data32 === "string"){
if(func0(data32, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema7,data:data32}];
return false;
}
else {
if(func1(data32, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema7,data:data32}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema7.type,parentSchema:schema7,data:data32}];
return false;
}
}
var valid30 = _errs110 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data31.timeout !== undefined){
let data33 = data31.timeout;
const _errs113 = errors;
const _errs114 = errors;
if(errors === _errs114){
if(typeof data33 === "string"){
if(func0(data33, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema8,data:data33}];
return false;
}
else {
if(func1(data33, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema8,data:data33}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema8.type,parentSchema:schema8,data:data33}];
return false;
}
}
var valid30 = _errs113 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data31.filter_rule !== undefined){
let data34 = data31.filter_rule;
const _errs116 = errors;
if(errors === _errs116){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
const tag1 = data34.type;
if(typeof tag1 == "string"){
if(tag1 === "rule"){
const _errs119 = errors;
if(errors === _errs119){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
let missing11;
if((((data34.type === undefined) && (missing11 = "type")) || ((data34.field === undefined) && (missing11 = "field"))) || ((data34.operator === undefined) && (missing11 = "operator"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/required",keyword:"required",params:{missingProperty: missing11},message:"must have required property '"+missing11+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0],data:data34}];
return false;
}
else {
if(data34.type !== undefined){
let data35 = data34.type;
const _errs121 = errors;
if(typeof data35 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type,data:data35}];
return false;
}
if(!(data35 === "rule")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type,data:data35}];
return false;
}
var valid35 = _errs121 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data34.field !== undefined){
let data36 = data34.field;
const _errs123 = errors;
if(errors === _errs123){
if(typeof data36 === "string"){
if(func0(data36, 500)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/field",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data36}];
return false;
}
else {
if(func1(data36, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/field",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data36}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/field",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data36}];
return false;
}
}
var valid35 = _errs123 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data34.operator !== undefined){
let data37 = data34.operator;
const _errs125 = errors;
if(typeof data37 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/operator",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/operator/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator,data:data37}];
return false;
}
if(!(((((((((((data37 === "eq") || (data37 === "neq")) || (data37 === "gt")) || (data37 === "gte")) || (data37 === "lt")) || (data37 === "lte")) || (data37 === "contains")) || (data37 === "starts_with")) || (data37 === "ends_with")) || (data37 === "exists")) || (data37 === "is_empty"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/operator",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/operator/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator,data:data37}];
return false;
}
var valid35 = _errs125 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data34.value !== undefined){
let data38 = data34.value;
const _errs127 = errors;
const _errs128 = errors;
let valid36 = false;
const _errs129 = errors;
if(typeof data38 !== "string"){
const err22 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[0],data:data38};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid4 = _errs129 === errors;
valid36 = valid36 || _valid4;
const _errs131 = errors;
if(errors === _errs131){
if(typeof data38 == "number"){
if(!(formats0.validate(data38))){
const err23 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1],data:data38};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1],data:data38};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var _valid4 = _errs131 === errors;
valid36 = valid36 || _valid4;
const _errs133 = errors;
if((typeof data38 !== "boolean") && (data38 !== null)){
const err25 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2],data:data38};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid4 = _errs133 === errors;
valid36 = valid36 || _valid4;
if(!valid36){
const err26 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value,data:data38};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs128;
if(vErrors !== null){
if(_errs128){
vErrors.length = _errs128;
}
else {
vErrors = null;
}
}
}
var valid35 = _errs127 === errors;
}
else {
var valid35 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0],data:data34}];
return false;
}
}
var props3 = {};
props3.type = true;
props3.field = true;
props3.operator = true;
props3.value = true;
}
else if(tag1 === "and"){
const _errs135 = errors;
if(errors === _errs135){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
let missing12;
if(((data34.type === undefined) && (missing12 = "type")) || ((data34.rules === undefined) && (missing12 = "rules"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/required",keyword:"required",params:{missingProperty: missing12},message:"must have required property '"+missing12+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1],data:data34}];
return false;
}
else {
if(data34.type !== undefined){
let data39 = data34.type;
const _errs137 = errors;
if(typeof data39 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type,data:data39}];
return false;
}
if(!(data39 === "and")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type,data:data39}];
return false;
}
var valid38 = _errs137 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data34.rules !== undefined){
let data40 = data34.rules;
const _errs139 = errors;
if(errors === _errs139){
if(Array.isArray(data40)){
if(data40.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data40}];
return false;
}
else {
if(data40.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data40}];
return false;
}
else {
var valid39 = true;
const len3 = data40.length;
for(let i3=0; i3<len3; i3++){
const _errs141 = errors;
if(!(validate3(data40[i3], {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules/" + i3,parentData:data40,parentDataProperty:i3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid39 = _errs141 === errors;
if(!valid39){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data40}];
return false;
}
}
var valid38 = _errs139 === errors;
}
else {
var valid38 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1],data:data34}];
return false;
}
}
if(props3 !== true){
props3 = props3 || {};
props3.type = true;
props3.rules = true;
}
}
else if(tag1 === "or"){
const _errs142 = errors;
if(errors === _errs142){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
let missing13;
if(((data34.type === undefined) && (missing13 = "type")) || ((data34.rules === undefined) && (missing13 = "rules"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/required",keyword:"required",params:{missingProperty: missing13},message:"must have required property '"+missing13+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2],data:data34}];
return false;
}
else {
if(data34.type !== undefined){
let data42 = data34.type;
const _errs144 = errors;
if(typeof data42 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type,data:data42}];
return false;
}
if(!(data42 === "or")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type,data:data42}];
return false;
}
var valid41 = _errs144 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data34.rules !== undefined){
let data43 = data34.rules;
const _errs146 = errors;
if(errors === _errs146){
if(Array.isArray(data43)){
if(data43.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data43}];
return false;
}
else {
if(data43.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data43}];
return false;
}
else {
var valid42 = true;
const len4 = data43.length;
for(let i4=0; i4<len4; i4++){
const _errs148 = errors;
if(!(validate3(data43[i4], {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules/" + i4,parentData:data43,parentDataProperty:i4,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid42 = _errs148 === errors;
if(!valid42){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data43}];
return false;
}
}
var valid41 = _errs146 === errors;
}
else {
var valid41 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2],data:data34}];
return false;
}
}
if(props3 !== true){
props3 = props3 || {};
props3.type = true;
props3.rules = true;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag1},message:"value of tag \"type\" must be in oneOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.discriminator,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule,data:data34}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag1},message:"tag \"type\" must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.discriminator,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule,data:data34}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule,data:data34}];
return false;
}
}
var valid30 = _errs116 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data31.since !== undefined){
let data45 = data31.since;
const _errs149 = errors;
if(typeof data45 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/since",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/since/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since,data:data45}];
return false;
}
if(!((data45 === "wait_started") || (data45 === "run_started"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/since",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/since/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since,data:data45}];
return false;
}
var valid30 = _errs149 === errors;
}
else {
var valid30 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config,data:data31}];
return false;
}
}
var valid28 = _errs108 === errors;
}
else {
var valid28 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.key = true;
props0.type = true;
props0.config = true;
}
}
else if(tag0 === "condition"){
const _errs151 = errors;
if(errors === _errs151){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing14;
if((((data2.key === undefined) && (missing14 = "key")) || ((data2.type === undefined) && (missing14 = "type"))) || ((data2.config === undefined) && (missing14 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/4/required",keyword:"required",params:{missingProperty: missing14},message:"must have required property '"+missing14+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[4].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[4],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data46 = data2.key;
const _errs153 = errors;
const _errs154 = errors;
if(errors === _errs154){
if(typeof data46 === "string"){
if(func0(data46, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data46}];
return false;
}
else {
if(func1(data46, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data46}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data46}];
return false;
}
}
var valid44 = _errs153 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data2.type !== undefined){
let data47 = data2.type;
const _errs156 = errors;
if(typeof data47 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/4/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type,data:data47}];
return false;
}
if(!(data47 === "condition")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/4/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type,data:data47}];
return false;
}
var valid44 = _errs156 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data2.config !== undefined){
const _errs158 = errors;
if(!(validate3(data2.config, {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",parentData:data2,parentDataProperty:"config",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid44 = _errs158 === errors;
}
else {
var valid44 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/4/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[4].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[4],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.key = true;
props0.type = true;
props0.config = true;
}
}
else if(tag0 === "contact_update"){
const _errs159 = errors;
if(errors === _errs159){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing15;
if((((data2.key === undefined) && (missing15 = "key")) || ((data2.type === undefined) && (missing15 = "type"))) || ((data2.config === undefined) && (missing15 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/required",keyword:"required",params:{missingProperty: missing15},message:"must have required property '"+missing15+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data49 = data2.key;
const _errs161 = errors;
const _errs162 = errors;
if(errors === _errs162){
if(typeof data49 === "string"){
if(func0(data49, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data49}];
return false;
}
else {
if(func1(data49, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data49}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data49}];
return false;
}
}
var valid47 = _errs161 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data2.type !== undefined){
let data50 = data2.type;
const _errs164 = errors;
if(typeof data50 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type,data:data50}];
return false;
}
if(!(data50 === "contact_update")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type,data:data50}];
return false;
}
var valid47 = _errs164 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data2.config !== undefined){
let data51 = data2.config;
const _errs166 = errors;
if(errors === _errs166){
if(data51 && typeof data51 == "object" && !Array.isArray(data51)){
if(data51.first_name !== undefined){
let data52 = data51.first_name;
const _errs168 = errors;
const _errs169 = errors;
let valid50 = false;
const _errs170 = errors;
if((typeof data52 !== "string") && (data52 !== null)){
const err27 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/0/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[0].type},message:"must be string,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[0],data:data52};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var _valid5 = _errs170 === errors;
valid50 = valid50 || _valid5;
const _errs172 = errors;
if(errors === _errs172){
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
let missing16;
if((data52.var === undefined) && (missing16 = "var")){
const err28 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing16},message:"must have required property '"+missing16+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1],data:data52};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
else {
if(data52.var !== undefined){
let data53 = data52.var;
const _errs174 = errors;
if(errors === _errs174){
if(typeof data53 === "string"){
if(func0(data53, 500)){
const err29 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data53};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
if(func1(data53, 1)){
const err30 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data53};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data53};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
}
}
else {
const err32 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1],data:data52};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
var _valid5 = _errs172 === errors;
valid50 = valid50 || _valid5;
if(_valid5){
var props7 = {};
props7.var = true;
}
if(!valid50){
const err33 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name,data:data52};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs169;
if(vErrors !== null){
if(_errs169){
vErrors.length = _errs169;
}
else {
vErrors = null;
}
}
}
var valid49 = _errs168 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data51.last_name !== undefined){
let data54 = data51.last_name;
const _errs176 = errors;
const _errs178 = errors;
let valid53 = false;
const _errs179 = errors;
if((typeof data54 !== "string") && (data54 !== null)){
const err34 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/0/type",keyword:"type",params:{type: schema12.anyOf[0].type},message:"must be string,null",schema:schema12.anyOf[0].type,parentSchema:schema12.anyOf[0],data:data54};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid6 = _errs179 === errors;
valid53 = valid53 || _valid6;
const _errs181 = errors;
if(errors === _errs181){
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
let missing17;
if((data54.var === undefined) && (missing17 = "var")){
const err35 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing17},message:"must have required property '"+missing17+"'",schema:schema12.anyOf[1].required,parentSchema:schema12.anyOf[1],data:data54};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
if(data54.var !== undefined){
let data55 = data54.var;
const _errs183 = errors;
if(errors === _errs183){
if(typeof data55 === "string"){
if(func0(data55, 500)){
const err36 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema12.anyOf[1].properties.var,data:data55};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
if(func1(data55, 1)){
const err37 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.anyOf[1].properties.var,data:data55};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.anyOf[1].properties.var.type,parentSchema:schema12.anyOf[1].properties.var,data:data55};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
}
}
else {
const err39 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema12.anyOf[1].type,parentSchema:schema12.anyOf[1],data:data54};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var _valid6 = _errs181 === errors;
valid53 = valid53 || _valid6;
if(_valid6){
var props8 = {};
props8.var = true;
}
if(!valid53){
const err40 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema12.anyOf,parentSchema:schema12,data:data54};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs178;
if(vErrors !== null){
if(_errs178){
vErrors.length = _errs178;
}
else {
vErrors = null;
}
}
}
var valid49 = _errs176 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data51.unsubscribed !== undefined){
let data56 = data51.unsubscribed;
const _errs185 = errors;
const _errs186 = errors;
let valid55 = false;
const _errs187 = errors;
if(typeof data56 !== "boolean"){
const err41 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/unsubscribed/anyOf/0/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.unsubscribed.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.unsubscribed.anyOf[0],data:data56};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
var _valid7 = _errs187 === errors;
valid55 = valid55 || _valid7;
const _errs189 = errors;
const _errs190 = errors;
if(errors === _errs190){
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
let missing18;
if((data56.var === undefined) && (missing18 = "var")){
const err42 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing18},message:"must have required property '"+missing18+"'",schema:schema13.required,parentSchema:schema13,data:data56};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
if(data56.var !== undefined){
let data57 = data56.var;
const _errs192 = errors;
if(errors === _errs192){
if(typeof data57 === "string"){
if(func0(data57, 500)){
const err43 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data57};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
else {
if(func1(data57, 1)){
const err44 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data57};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data57};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
}
}
else {
const err46 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data56};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
var _valid7 = _errs189 === errors;
valid55 = valid55 || _valid7;
if(_valid7){
var props9 = {};
props9.var = true;
}
if(!valid55){
const err47 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/unsubscribed/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.unsubscribed.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.unsubscribed,data:data56};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs186;
if(vErrors !== null){
if(_errs186){
vErrors.length = _errs186;
}
else {
vErrors = null;
}
}
}
var valid49 = _errs185 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data51.properties !== undefined){
let data58 = data51.properties;
const _errs194 = errors;
if(errors === _errs194){
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
for(const key2 in data58){
let data59 = data58[key2];
const _errs197 = errors;
const _errs198 = errors;
let valid59 = false;
const _errs199 = errors;
if(typeof data59 !== "string"){
const err48 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[0],data:data59};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid8 = _errs199 === errors;
valid59 = valid59 || _valid8;
const _errs201 = errors;
if(errors === _errs201){
if(typeof data59 == "number"){
if(!(formats0.validate(data59))){
const err49 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1],data:data59};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1],data:data59};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
var _valid8 = _errs201 === errors;
valid59 = valid59 || _valid8;
const _errs203 = errors;
if((typeof data59 !== "boolean") && (data59 !== null)){
const err51 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2],data:data59};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
var _valid8 = _errs203 === errors;
valid59 = valid59 || _valid8;
const _errs205 = errors;
const _errs206 = errors;
if(errors === _errs206){
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
let missing19;
if((data59.var === undefined) && (missing19 = "var")){
const err52 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing19},message:"must have required property '"+missing19+"'",schema:schema13.required,parentSchema:schema13,data:data59};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
else {
if(data59.var !== undefined){
let data60 = data59.var;
const _errs208 = errors;
if(errors === _errs208){
if(typeof data60 === "string"){
if(func0(data60, 500)){
const err53 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data60};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
else {
if(func1(data60, 1)){
const err54 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data60};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data60};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
}
}
else {
const err56 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data59};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
var _valid8 = _errs205 === errors;
valid59 = valid59 || _valid8;
if(_valid8){
var props10 = {};
props10.var = true;
}
if(!valid59){
const err57 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties,data:data59};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs198;
if(vErrors !== null){
if(_errs198){
vErrors.length = _errs198;
}
else {
vErrors = null;
}
}
}
var valid58 = _errs197 === errors;
if(!valid58){
break;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties,data:data58}];
return false;
}
}
var valid49 = _errs194 === errors;
}
else {
var valid49 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config,data:data51}];
return false;
}
}
var valid47 = _errs166 === errors;
}
else {
var valid47 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.key = true;
props0.type = true;
props0.config = true;
}
}
else if(tag0 === "contact_delete"){
const _errs210 = errors;
if(errors === _errs210){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing20;
if((((data2.key === undefined) && (missing20 = "key")) || ((data2.type === undefined) && (missing20 = "type"))) || ((data2.config === undefined) && (missing20 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/required",keyword:"required",params:{missingProperty: missing20},message:"must have required property '"+missing20+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data61 = data2.key;
const _errs212 = errors;
const _errs213 = errors;
if(errors === _errs213){
if(typeof data61 === "string"){
if(func0(data61, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data61}];
return false;
}
else {
if(func1(data61, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data61}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data61}];
return false;
}
}
var valid63 = _errs212 === errors;
}
else {
var valid63 = true;
}
if(valid63){
if(data2.type !== undefined){
let data62 = data2.type;
const _errs215 = errors;
if(typeof data62 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type,data:data62}];
return false;
}
if(!(data62 === "contact_delete")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type,data:data62}];
return false;
}
var valid63 = _errs215 === errors;
}
else {
var valid63 = true;
}
if(valid63){
if(data2.config !== undefined){
let data63 = data2.config;
const _errs217 = errors;
const _errs218 = errors;
let valid65 = false;
const _errs219 = errors;
if(!(data63 && typeof data63 == "object" && !Array.isArray(data63))){
const err58 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/config/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[0],data:data63};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
var _valid9 = _errs219 === errors;
valid65 = valid65 || _valid9;
const _errs221 = errors;
if(errors === _errs221){
if(Array.isArray(data63)){
if(data63.length > 0){
const err59 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/config/anyOf/1/maxItems",keyword:"maxItems",params:{limit: 0},message:"must NOT have more than 0 items",schema:0,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[1],data:data63};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
else {
const err60 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/config/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[1],data:data63};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
var _valid9 = _errs221 === errors;
valid65 = valid65 || _valid9;
if(!valid65){
const err61 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/config/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config,data:data63};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs218;
if(vErrors !== null){
if(_errs218){
vErrors.length = _errs218;
}
else {
vErrors = null;
}
}
}
var valid63 = _errs217 === errors;
}
else {
var valid63 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.key = true;
props0.type = true;
props0.config = true;
}
}
else if(tag0 === "add_to_segment"){
const _errs223 = errors;
if(errors === _errs223){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing21;
if((((data2.key === undefined) && (missing21 = "key")) || ((data2.type === undefined) && (missing21 = "type"))) || ((data2.config === undefined) && (missing21 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/required",keyword:"required",params:{missingProperty: missing21},message:"must have required property '"+missing21+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data64 = data2.key;
const _errs225 = errors;
const _errs226 = errors;
if(errors === _errs226){
if(typeof data64 === "string"){
if(func0(data64, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data64}];
return false;
}
else {
if(func1(data64, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data64}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data64}];
return false;
}
}
var valid67 = _errs225 === errors;
}
else {
var valid67 = true;
}
if(valid67){
if(data2.type !== undefined){
let data65 = data2.type;
const _errs228 = errors;
if(typeof data65 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type,data:data65}];
return false;
}
if(!(data65 === "add_to_segment")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type,data:data65}];
return false;
}
var valid67 = _errs228 === errors;
}
else {
var valid67 = true;
}
if(valid67){
if(data2.config !== undefined){
let data66 = data2.config;
const _errs230 = errors;
if(errors === _errs230){
if(data66 && typeof data66 == "object" && !Array.isArray(data66)){
let missing22;
if((data66.segment_id === undefined) && (missing22 = "segment_id")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/properties/config/required",keyword:"required",params:{missingProperty: missing22},message:"must have required property '"+missing22+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.config,data:data66}];
return false;
}
else {
if(data66.segment_id !== undefined){
let data67 = data66.segment_id;
const _errs233 = errors;
if(errors === _errs233){
if(errors === _errs233){
if(typeof data67 === "string"){
if(!(formats12.test(data67))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/segment_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema17,data:data67}];
return false;
}
else {
if(/[A-Z]/.test(data67)){
data67 = data67.toLowerCase();
data66["segment_id"] = data67;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/segment_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema17.type,parentSchema:schema17,data:data67}];
return false;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.config,data:data66}];
return false;
}
}
var valid67 = _errs230 === errors;
}
else {
var valid67 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.key = true;
props0.type = true;
props0.config = true;
}
}
else if(tag0 === "http_request"){
const _errs235 = errors;
if(errors === _errs235){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing23;
if((((data2.key === undefined) && (missing23 = "key")) || ((data2.type === undefined) && (missing23 = "type"))) || ((data2.config === undefined) && (missing23 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/required",keyword:"required",params:{missingProperty: missing23},message:"must have required property '"+missing23+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8],data:data2}];
return false;
}
else {
if(data2.key !== undefined){
let data68 = data2.key;
const _errs237 = errors;
const _errs238 = errors;
if(errors === _errs238){
if(typeof data68 === "string"){
if(func0(data68, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data68}];
return false;
}
else {
if(func1(data68, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data68}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data68}];
return false;
}
}
var valid72 = _errs237 === errors;
}
else {
var valid72 = true;
}
if(valid72){
if(data2.type !== undefined){
let data69 = data2.type;
const _errs240 = errors;
if(typeof data69 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type,data:data69}];
return false;
}
if(!(data69 === "http_request")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type,data:data69}];
return false;
}
var valid72 = _errs240 === errors;
}
else {
var valid72 = true;
}
if(valid72){
if(data2.config !== undefined){
let data70 = data2.config;
const _errs242 = errors;
if(errors === _errs242){
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
let missing24;
if(((data70.method === undefined) && (missing24 = "method")) || ((data70.url === undefined) && (missing24 = "url"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/required",keyword:"required",params:{missingProperty: missing24},message:"must have required property '"+missing24+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config,data:data70}];
return false;
}
else {
if(data70.method !== undefined){
let data71 = data70.method;
const _errs244 = errors;
if(typeof data71 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/method",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method,data:data71}];
return false;
}
if(!(((((data71 === "GET") || (data71 === "POST")) || (data71 === "PUT")) || (data71 === "PATCH")) || (data71 === "DELETE"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/method",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/method/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method,data:data71}];
return false;
}
var valid74 = _errs244 === errors;
}
else {
var valid74 = true;
}
if(valid74){
if(data70.url !== undefined){
let data72 = data70.url;
const _errs246 = errors;
if(errors === _errs246){
if(typeof data72 === "string"){
if(func0(data72, 2000)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/url",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/url/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters",schema:2000,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.url,data:data72}];
return false;
}
else {
if(func1(data72, 8)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/url",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/url/minLength",keyword:"minLength",params:{limit: 8},message:"must NOT have fewer than 8 characters",schema:8,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.url,data:data72}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/url",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.url.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.url,data:data72}];
return false;
}
}
var valid74 = _errs246 === errors;
}
else {
var valid74 = true;
}
if(valid74){
if(data70.headers !== undefined){
let data73 = data70.headers;
const _errs248 = errors;
if(errors === _errs248){
if(data73 && typeof data73 == "object" && !Array.isArray(data73)){
if(Object.keys(data73).length > 20){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/headers/maxProperties",keyword:"maxProperties",params:{limit: 20},message:"must NOT have more than 20 properties",schema:20,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers,data:data73}];
return false;
}
else {
for(const key3 in data73){
let data74 = data73[key3];
const _errs251 = errors;
const _errs252 = errors;
let valid76 = false;
const _errs253 = errors;
if(typeof data74 !== "string"){
const err62 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/headers/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf[0],data:data74};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
var _valid10 = _errs253 === errors;
valid76 = valid76 || _valid10;
const _errs255 = errors;
const _errs256 = errors;
if(errors === _errs256){
if(data74 && typeof data74 == "object" && !Array.isArray(data74)){
let missing25;
if((data74.var === undefined) && (missing25 = "var")){
const err63 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing25},message:"must have required property '"+missing25+"'",schema:schema13.required,parentSchema:schema13,data:data74};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
else {
if(data74.var !== undefined){
let data75 = data74.var;
const _errs258 = errors;
if(errors === _errs258){
if(typeof data75 === "string"){
if(func0(data75, 500)){
const err64 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data75};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
else {
if(func1(data75, 1)){
const err65 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data75};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data75};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
}
}
else {
const err67 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data74};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
var _valid10 = _errs255 === errors;
valid76 = valid76 || _valid10;
if(_valid10){
var props11 = {};
props11.var = true;
}
if(!valid76){
const err68 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/headers/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.additionalProperties,data:data74};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs252;
if(vErrors !== null){
if(_errs252){
vErrors.length = _errs252;
}
else {
vErrors = null;
}
}
}
var valid75 = _errs251 === errors;
if(!valid75){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers,data:data73}];
return false;
}
}
var valid74 = _errs248 === errors;
}
else {
var valid74 = true;
}
if(valid74){
if(data70.body !== undefined){
let data76 = data70.body;
const _errs260 = errors;
if(errors === _errs260){
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/body",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.body.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.body,data:data76}];
return false;
}
}
var valid74 = _errs260 === errors;
}
else {
var valid74 = true;
}
if(valid74){
if(data70.timeout !== undefined){
let data77 = data70.timeout;
const _errs263 = errors;
const _errs264 = errors;
if(errors === _errs264){
if(typeof data77 === "string"){
if(func0(data77, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema8,data:data77}];
return false;
}
else {
if(func1(data77, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema8,data:data77}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema8.type,parentSchema:schema8,data:data77}];
return false;
}
}
var valid74 = _errs263 === errors;
}
else {
var valid74 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config,data:data70}];
return false;
}
}
var valid72 = _errs242 === errors;
}
else {
var valid72 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.key = true;
props0.type = true;
props0.config = true;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf",schema:schema0.properties.requestBody.properties.steps.items.discriminator,parentSchema:schema0.properties.requestBody.properties.steps.items,data:data2}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string",schema:schema0.properties.requestBody.properties.steps.items.discriminator,parentSchema:schema0.properties.requestBody.properties.steps.items,data:data2}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.type,parentSchema:schema0.properties.requestBody.properties.steps.items,data:data2}];
return false;
}
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps",schemaPath:"#/properties/requestBody/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.type,parentSchema:schema0.properties.requestBody.properties.steps,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.connections !== undefined){
let data78 = data0.connections;
const _errs266 = errors;
if(errors === _errs266){
if(Array.isArray(data78)){
if(data78.length > 450){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections",schemaPath:"#/properties/requestBody/properties/connections/maxItems",keyword:"maxItems",params:{limit: 450},message:"must NOT have more than 450 items",schema:450,parentSchema:schema0.properties.requestBody.properties.connections,data:data78}];
return false;
}
else {
var valid80 = true;
const len5 = data78.length;
for(let i5=0; i5<len5; i5++){
let data79 = data78[i5];
const _errs268 = errors;
if(errors === _errs268){
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(data79.type === undefined){
data79.type = "default";
}
let missing26;
if(((data79.from === undefined) && (missing26 = "from")) || ((data79.to === undefined) && (missing26 = "to"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5,schemaPath:"#/properties/requestBody/properties/connections/items/required",keyword:"required",params:{missingProperty: missing26},message:"must have required property '"+missing26+"'",schema:schema0.properties.requestBody.properties.connections.items.required,parentSchema:schema0.properties.requestBody.properties.connections.items,data:data79}];
return false;
}
else {
if(data79.from !== undefined){
let data80 = data79.from;
const _errs270 = errors;
const _errs271 = errors;
if(errors === _errs271){
if(typeof data80 === "string"){
if(func0(data80, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data80}];
return false;
}
else {
if(func1(data80, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data80}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data80}];
return false;
}
}
var valid81 = _errs270 === errors;
}
else {
var valid81 = true;
}
if(valid81){
if(data79.to !== undefined){
let data81 = data79.to;
const _errs273 = errors;
const _errs274 = errors;
if(errors === _errs274){
if(typeof data81 === "string"){
if(func0(data81, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data81}];
return false;
}
else {
if(func1(data81, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data81}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data81}];
return false;
}
}
var valid81 = _errs273 === errors;
}
else {
var valid81 = true;
}
if(valid81){
let data82 = data79.type;
const _errs276 = errors;
if(typeof data82 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/type",schemaPath:"#/properties/requestBody/properties/connections/items/properties/type/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0],data:data82}];
return false;
}
if(!(((((data82 === "default") || (data82 === "condition_met")) || (data82 === "condition_not_met")) || (data82 === "event_received")) || (data82 === "timeout"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/type",schemaPath:"#/properties/requestBody/properties/connections/items/properties/type/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0],data:data82}];
return false;
}
var valid81 = _errs276 === errors;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5,schemaPath:"#/properties/requestBody/properties/connections/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.connections.items.type,parentSchema:schema0.properties.requestBody.properties.connections.items,data:data79}];
return false;
}
}
var valid80 = _errs268 === errors;
if(!valid80){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections",schemaPath:"#/properties/requestBody/properties/connections/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.connections.type,parentSchema:schema0.properties.requestBody.properties.connections,data:data78}];
return false;
}
}
var valid1 = _errs266 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.settings !== undefined){
let data83 = data0.settings;
const _errs279 = errors;
if(errors === _errs279){
if(data83 && typeof data83 == "object" && !Array.isArray(data83)){
if(data83.reentry !== undefined){
let data84 = data83.reentry;
const _errs281 = errors;
if(typeof data84 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/reentry",schemaPath:"#/properties/requestBody/properties/settings/properties/reentry/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.settings.properties.reentry.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.reentry,data:data84}];
return false;
}
if(!(((data84 === "always") || (data84 === "while_not_running")) || (data84 === "once"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/reentry",schemaPath:"#/properties/requestBody/properties/settings/properties/reentry/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.settings.properties.reentry.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.settings.properties.reentry.enum,parentSchema:schema0.properties.requestBody.properties.settings.properties.reentry,data:data84}];
return false;
}
var valid85 = _errs281 === errors;
}
else {
var valid85 = true;
}
if(valid85){
if(data83.time_zone !== undefined){
let data85 = data83.time_zone;
const _errs283 = errors;
if(errors === _errs283){
if(typeof data85 === "string"){
if(func0(data85, 64)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone,data:data85}];
return false;
}
else {
if(func1(data85, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone,data:data85}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.settings.properties.time_zone.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone,data:data85}];
return false;
}
}
var valid85 = _errs283 === errors;
}
else {
var valid85 = true;
}
if(valid85){
if(data83.time_zone_property !== undefined){
let data86 = data83.time_zone_property;
const _errs285 = errors;
if(errors === _errs285){
if(typeof data86 === "string"){
if(func0(data86, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone_property",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone_property/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone_property,data:data86}];
return false;
}
else {
if(func1(data86, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone_property",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone_property/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone_property,data:data86}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone_property",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone_property/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.settings.properties.time_zone_property.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone_property,data:data86}];
return false;
}
}
var valid85 = _errs285 === errors;
}
else {
var valid85 = true;
}
if(valid85){
if(data83.quiet_hours !== undefined){
let data87 = data83.quiet_hours;
const _errs287 = errors;
const _errs288 = errors;
let valid86 = false;
const _errs289 = errors;
if(errors === _errs289){
if(data87 && typeof data87 == "object" && !Array.isArray(data87)){
let missing27;
if(((data87.from === undefined) && (missing27 = "from")) || ((data87.to === undefined) && (missing27 = "to"))){
const err69 = {instancePath:instancePath+"/requestBody/settings/quiet_hours",schemaPath:"#/properties/requestBody/properties/settings/properties/quiet_hours/anyOf/0/required",keyword:"required",params:{missingProperty: missing27},message:"must have required property '"+missing27+"'",schema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[0].required,parentSchema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[0],data:data87};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
else {
if(data87.from !== undefined){
let data88 = data87.from;
const _errs291 = errors;
const _errs292 = errors;
if(errors === _errs292){
if(typeof data88 === "string"){
if(!pattern0.test(data88)){
const err70 = {instancePath:instancePath+"/requestBody/settings/quiet_hours/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema23,data:data88};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/requestBody/settings/quiet_hours/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.type,parentSchema:schema23,data:data88};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
var valid87 = _errs291 === errors;
}
else {
var valid87 = true;
}
if(valid87){
if(data87.to !== undefined){
let data89 = data87.to;
const _errs294 = errors;
const _errs295 = errors;
if(errors === _errs295){
if(typeof data89 === "string"){
if(!pattern0.test(data89)){
const err72 = {instancePath:instancePath+"/requestBody/settings/quiet_hours/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema23,data:data89};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/requestBody/settings/quiet_hours/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.type,parentSchema:schema23,data:data89};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
var valid87 = _errs294 === errors;
}
else {
var valid87 = true;
}
}
}
}
else {
const err74 = {instancePath:instancePath+"/requestBody/settings/quiet_hours",schemaPath:"#/properties/requestBody/properties/settings/properties/quiet_hours/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[0],data:data87};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
var _valid11 = _errs289 === errors;
valid86 = valid86 || _valid11;
if(_valid11){
var props12 = {};
props12.from = true;
props12.to = true;
}
const _errs297 = errors;
if(data87 !== null){
const err75 = {instancePath:instancePath+"/requestBody/settings/quiet_hours",schemaPath:"#/properties/requestBody/properties/settings/properties/quiet_hours/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[1],data:data87};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
var _valid11 = _errs297 === errors;
valid86 = valid86 || _valid11;
if(!valid86){
const err76 = {instancePath:instancePath+"/requestBody/settings/quiet_hours",schemaPath:"#/properties/requestBody/properties/settings/properties/quiet_hours/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf,parentSchema:schema0.properties.requestBody.properties.settings.properties.quiet_hours,data:data87};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs288;
if(vErrors !== null){
if(_errs288){
vErrors.length = _errs288;
}
else {
vErrors = null;
}
}
}
var valid85 = _errs287 === errors;
}
else {
var valid85 = true;
}
if(valid85){
if(data83.retention_days !== undefined){
let data90 = data83.retention_days;
const _errs299 = errors;
if((!((typeof data90 == "number") && (!(data90 % 1) && !isNaN(data90)))) && (data90 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/retention_days",schemaPath:"#/properties/requestBody/properties/settings/properties/retention_days/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.settings.properties.retention_days.type},message:"must be integer,null",schema:schema0.properties.requestBody.properties.settings.properties.retention_days.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.retention_days,data:data90}];
return false;
}
if(errors === _errs299){
if(typeof data90 == "number"){
if(data90 > 3650 || isNaN(data90)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/retention_days",schemaPath:"#/properties/requestBody/properties/settings/properties/retention_days/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3650},message:"must be <= 3650",schema:3650,parentSchema:schema0.properties.requestBody.properties.settings.properties.retention_days,data:data90}];
return false;
}
else {
if(data90 < 1 || isNaN(data90)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/retention_days",schemaPath:"#/properties/requestBody/properties/settings/properties/retention_days/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.requestBody.properties.settings.properties.retention_days,data:data90}];
return false;
}
else {
if(!(formats22.validate(data90))){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/retention_days",schemaPath:"#/properties/requestBody/properties/settings/properties/retention_days/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.settings.properties.retention_days,data:data90}];
return false;
}
}
}
}
}
var valid85 = _errs299 === errors;
}
else {
var valid85 = true;
}
if(valid85){
if(data83.marketing !== undefined){
let data91 = data83.marketing;
const _errs301 = errors;
if(typeof data91 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/marketing",schemaPath:"#/properties/requestBody/properties/settings/properties/marketing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.settings.properties.marketing.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.marketing,data:data91}];
return false;
}
var valid85 = _errs301 === errors;
}
else {
var valid85 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/settings",schemaPath:"#/properties/requestBody/properties/settings/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.settings.type,parentSchema:schema0.properties.requestBody.properties.settings,data:data83}];
return false;
}
}
var valid1 = _errs279 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.payload !== undefined){
let data92 = data0.payload;
const _errs303 = errors;
if(errors === _errs303){
if(data92 && typeof data92 == "object" && !Array.isArray(data92)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/payload",schemaPath:"#/properties/requestBody/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.payload.type,parentSchema:schema0.properties.requestBody.properties.payload,data:data92}];
return false;
}
}
var valid1 = _errs303 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.contact_id !== undefined){
let data93 = data0.contact_id;
const _errs306 = errors;
const _errs307 = errors;
if(errors === _errs307){
if(errors === _errs307){
if(typeof data93 === "string"){
if(!(formats12.test(data93))){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema17,data:data93}];
return false;
}
else {
if(/[A-Z]/.test(data93)){
data93 = data93.toLowerCase();
data0["contact_id"] = data93;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema17.type,parentSchema:schema17,data:data93}];
return false;
}
}
}
var valid1 = _errs306 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.contact !== undefined){
let data94 = data0.contact;
const _errs309 = errors;
if(errors === _errs309){
if(data94 && typeof data94 == "object" && !Array.isArray(data94)){
if(data94.email === undefined){
data94.email = "someone@example.com";
}
if(data94.unsubscribed === undefined){
data94.unsubscribed = false;
}
let data95 = data94.email;
const _errs311 = errors;
if(errors === _errs311){
if(typeof data95 === "string"){
if(func0(data95, 254)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters",schema:254,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data95}];
return false;
}
else {
if(func1(data95, 3)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters",schema:3,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data95}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact.properties.email.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data95}];
return false;
}
}
var valid91 = _errs311 === errors;
if(valid91){
if(data94.first_name !== undefined){
let data96 = data94.first_name;
const _errs313 = errors;
if((typeof data96 !== "string") && (data96 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/first_name",schemaPath:"#/properties/requestBody/properties/contact/properties/first_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.contact.properties.first_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.contact.properties.first_name.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.first_name,data:data96}];
return false;
}
var valid91 = _errs313 === errors;
}
else {
var valid91 = true;
}
if(valid91){
if(data94.last_name !== undefined){
let data97 = data94.last_name;
const _errs315 = errors;
if((typeof data97 !== "string") && (data97 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/last_name",schemaPath:"#/properties/requestBody/properties/contact/properties/last_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.contact.properties.last_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.contact.properties.last_name.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.last_name,data:data97}];
return false;
}
var valid91 = _errs315 === errors;
}
else {
var valid91 = true;
}
if(valid91){
let data98 = data94.unsubscribed;
const _errs317 = errors;
if(typeof data98 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/unsubscribed",schemaPath:"#/properties/requestBody/properties/contact/properties/unsubscribed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.contact.properties.unsubscribed.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.unsubscribed,data:data98}];
return false;
}
var valid91 = _errs317 === errors;
if(valid91){
if(data94.properties !== undefined){
let data99 = data94.properties;
const _errs319 = errors;
if(errors === _errs319){
if(data99 && typeof data99 == "object" && !Array.isArray(data99)){
for(const key4 in data99){
let data100 = data99[key4];
const _errs322 = errors;
const _errs323 = errors;
let valid93 = false;
const _errs324 = errors;
if(typeof data100 !== "string"){
const err77 = {instancePath:instancePath+"/requestBody/contact/properties/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[0],data:data100};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
var _valid12 = _errs324 === errors;
valid93 = valid93 || _valid12;
const _errs326 = errors;
if(errors === _errs326){
if(typeof data100 == "number"){
if(!(formats0.validate(data100))){
const err78 = {instancePath:instancePath+"/requestBody/contact/properties/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1],data:data100};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
else {
const err79 = {instancePath:instancePath+"/requestBody/contact/properties/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1],data:data100};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
var _valid12 = _errs326 === errors;
valid93 = valid93 || _valid12;
if(!valid93){
const err80 = {instancePath:instancePath+"/requestBody/contact/properties/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties,data:data100};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs323;
if(vErrors !== null){
if(_errs323){
vErrors.length = _errs323;
}
else {
vErrors = null;
}
}
}
var valid92 = _errs322 === errors;
if(!valid92){
break;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/properties",schemaPath:"#/properties/requestBody/properties/contact/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.contact.properties.properties.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties,data:data99}];
return false;
}
}
var valid91 = _errs319 === errors;
}
else {
var valid91 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact",schemaPath:"#/properties/requestBody/properties/contact/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.contact.type,parentSchema:schema0.properties.requestBody.properties.contact,data:data94}];
return false;
}
}
var valid1 = _errs309 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.at !== undefined){
let data101 = data0.at;
const _errs328 = errors;
if(errors === _errs328){
if(errors === _errs328){
if(typeof data101 === "string"){
if(!(formats28.validate(data101))){
validate0.errors = [{instancePath:instancePath+"/requestBody/at",schemaPath:"#/properties/requestBody/properties/at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema0.properties.requestBody.properties.at,data:data101}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/at",schemaPath:"#/properties/requestBody/properties/at/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.at.type,parentSchema:schema0.properties.requestBody.properties.at,data:data101}];
return false;
}
}
}
var valid1 = _errs328 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.events !== undefined){
let data102 = data0.events;
const _errs330 = errors;
if(errors === _errs330){
if(Array.isArray(data102)){
if(data102.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.events,data:data102}];
return false;
}
else {
var valid94 = true;
const len6 = data102.length;
for(let i6=0; i6<len6; i6++){
let data103 = data102[i6];
const _errs332 = errors;
if(errors === _errs332){
if(data103 && typeof data103 == "object" && !Array.isArray(data103)){
let missing28;
if(((data103.event === undefined) && (missing28 = "event")) || ((data103.after === undefined) && (missing28 = "after"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6,schemaPath:"#/properties/requestBody/properties/events/items/required",keyword:"required",params:{missingProperty: missing28},message:"must have required property '"+missing28+"'",schema:schema0.properties.requestBody.properties.events.items.required,parentSchema:schema0.properties.requestBody.properties.events.items,data:data103}];
return false;
}
else {
if(data103.event !== undefined){
let data104 = data103.event;
const _errs334 = errors;
if(errors === _errs334){
if(typeof data104 === "string"){
if(func0(data104, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data104}];
return false;
}
else {
if(func1(data104, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data104}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.events.items.properties.event.type,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data104}];
return false;
}
}
var valid95 = _errs334 === errors;
}
else {
var valid95 = true;
}
if(valid95){
if(data103.after !== undefined){
let data105 = data103.after;
const _errs336 = errors;
const _errs337 = errors;
if(errors === _errs337){
if(typeof data105 === "string"){
if(func0(data105, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6+"/after",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema8,data:data105}];
return false;
}
else {
if(func1(data105, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6+"/after",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema8,data:data105}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6+"/after",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema8.type,parentSchema:schema8,data:data105}];
return false;
}
}
var valid95 = _errs336 === errors;
}
else {
var valid95 = true;
}
if(valid95){
if(data103.payload !== undefined){
let data106 = data103.payload;
const _errs339 = errors;
if(errors === _errs339){
if(data106 && typeof data106 == "object" && !Array.isArray(data106)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6+"/payload",schemaPath:"#/properties/requestBody/properties/events/items/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.events.items.properties.payload.type,parentSchema:schema0.properties.requestBody.properties.events.items.properties.payload,data:data106}];
return false;
}
}
var valid95 = _errs339 === errors;
}
else {
var valid95 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i6,schemaPath:"#/properties/requestBody/properties/events/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.events.items.type,parentSchema:schema0.properties.requestBody.properties.events.items,data:data103}];
return false;
}
}
var valid94 = _errs332 === errors;
if(!valid94){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.events.type,parentSchema:schema0.properties.requestBody.properties.events,data:data102}];
return false;
}
}
var valid1 = _errs330 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.answers !== undefined){
let data107 = data0.answers;
const _errs342 = errors;
if(errors === _errs342){
if(data107 && typeof data107 == "object" && !Array.isArray(data107)){
if(Object.keys(data107).length > 150){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers",schemaPath:"#/properties/requestBody/properties/answers/maxProperties",keyword:"maxProperties",params:{limit: 150},message:"must NOT have more than 150 properties",schema:150,parentSchema:schema0.properties.requestBody.properties.answers,data:data107}];
return false;
}
else {
for(const key5 in data107){
let data108 = data107[key5];
const _errs345 = errors;
if(errors === _errs345){
if(data108 && typeof data108 == "object" && !Array.isArray(data108)){
if(data108.status === undefined){
data108.status = 200;
}
let data109 = data108.status;
const _errs347 = errors;
if(!((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109)))){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status.type,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data109}];
return false;
}
if(errors === _errs347){
if(typeof data109 == "number"){
if(data109 > 599 || isNaN(data109)){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/maximum",keyword:"maximum",params:{comparison: "<=", limit: 599},message:"must be <= 599",schema:599,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data109}];
return false;
}
else {
if(data109 < 200 || isNaN(data109)){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/minimum",keyword:"minimum",params:{comparison: ">=", limit: 200},message:"must be >= 200",schema:200,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data109}];
return false;
}
else {
if(!(formats22.validate(data109))){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data109}];
return false;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.answers.additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties,data:data108}];
return false;
}
}
var valid97 = _errs345 === errors;
if(!valid97){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/answers",schemaPath:"#/properties/requestBody/properties/answers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.answers.type,parentSchema:schema0.properties.requestBody.properties.answers,data:data107}];
return false;
}
}
var valid1 = _errs342 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({}),
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{},"required":[]},"query":{"type":"object","properties":{},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":[]};

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key0 in data0){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.path.type,parentSchema:schema0.properties.path,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.query !== undefined){
let data1 = data.query;
const _errs5 = errors;
if(errors === _errs5){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 in data1){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data1}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data1}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data2 = data.header;
const _errs8 = errors;
if(errors === _errs8){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data2}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data3 = data.cookie;
const _errs11 = errors;
if(errors === _errs11){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data3}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({}),
]
