// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":1,"maxLength":255},"status":{"default":"disabled","allOf":[{"type":"string","enum":["enabled","disabled"]}]},"steps":{"type":"array","items":{"type":"object","oneOf":[{"type":"object","required":["key","type","config"],"properties":{"key":{"type":"string","minLength":1,"maxLength":255},"type":{"type":"string","enum":["trigger"]},"config":{"type":"object","required":["event_name"],"properties":{"event_name":{"type":"string","minLength":1,"maxLength":255}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["delay"]},"config":{"type":"object","properties":{"duration":{"type":"string","minLength":1,"maxLength":50},"until":{"type":"object","required":["time"],"properties":{"time":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"},"weekdays":{"type":"array","items":{"type":"string","enum":["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]},"minItems":1,"maxItems":7}}}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["send_email"]},"config":{"type":"object","required":["template"],"properties":{"template":{"type":"object","required":["id"],"properties":{"id":{"type":"string","minLength":1,"maxLength":255},"variables":{"type":"object","maxProperties":50,"additionalProperties":{"anyOf":[{"type":"object","properties":{"var":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}},"additionalProperties":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var"}},{"type":"string"},{"type":"number","format":"double"},{"type":"boolean"},{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]},{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0"}]}}]}}}},"from":{"type":"string","minLength":1,"maxLength":998},"subject":{"type":"string","minLength":1,"maxLength":998},"reply_to":{"type":"string","minLength":1,"maxLength":998},"topic_id":{"type":"string","format":"uuid","x-in-lower-case":true}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["wait_for_event"]},"config":{"type":"object","required":["event_name"],"properties":{"event_name":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name"},"timeout":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration"},"filter_rule":{"type":"object","oneOf":[{"type":"object","required":["type","field","operator"],"properties":{"type":{"type":"string","enum":["rule"]},"field":{"type":"string","minLength":1,"maxLength":500},"operator":{"type":"string","enum":["eq","neq","gt","gte","lt","lte","contains","starts_with","ends_with","exists","is_empty"]},"value":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["and"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["or"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}}],"discriminator":{"propertyName":"type"}},"since":{"type":"string","enum":["wait_started","run_started"]}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["condition"]},"config":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule"}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["contact_update"]},"config":{"type":"object","properties":{"first_name":{"anyOf":[{"type":["string","null"]},{"type":"object","required":["var"],"properties":{"var":{"type":"string","minLength":1,"maxLength":500}}}]},"last_name":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name"},"unsubscribed":{"anyOf":[{"type":"boolean"},{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]},"properties":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]},{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]}}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["contact_delete"]},"config":{"anyOf":[{"type":"object"},{"type":"array","items":{},"maxItems":0}]}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["add_to_segment"]},"config":{"type":"object","required":["segment_id"],"properties":{"segment_id":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id"}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["http_request"]},"config":{"type":"object","required":["method","url"],"properties":{"method":{"type":"string","enum":["GET","POST","PUT","PATCH","DELETE"]},"url":{"type":"string","minLength":8,"maxLength":2000},"headers":{"type":"object","maxProperties":20,"additionalProperties":{"anyOf":[{"type":"string"},{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]}},"body":{"type":"object","additionalProperties":{}},"timeout":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration"}}}}}],"discriminator":{"propertyName":"type"}},"minItems":1,"maxItems":150},"connections":{"type":"array","items":{"type":"object","required":["from","to"],"properties":{"from":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"to":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key"},"type":{"default":"default","allOf":[{"type":"string","enum":["default","condition_met","condition_not_met","event_received","timeout"]}]}}},"maxItems":450},"settings":{"type":"object","properties":{"reentry":{"type":"string","enum":["always","while_not_running","once"]},"time_zone":{"type":"string","minLength":1,"maxLength":64},"time_zone_property":{"type":"string","minLength":1,"maxLength":50},"quiet_hours":{"anyOf":[{"type":"object","required":["from","to"],"properties":{"from":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time"},"to":{"$ref":"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time"}}},{"type":"null"}]},"retention_days":{"minimum":1,"maximum":3650,"type":["integer","null"],"format":"int32"},"marketing":{"type":"boolean"}}}},"dependentRequired":{"steps":["connections"],"connections":["steps"]}}},"required":["requestBody"]};
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
if(data0.status === undefined){
data0.status = "disabled";
}
let missing1;
if((data0.name === undefined) && (missing1 = "name")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.name !== undefined){
let data1 = data0.name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func0(data1, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
else {
if(func1(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.name.type,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data2 = data0.status;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/status",schemaPath:"#/properties/requestBody/properties/status/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.status.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.status.allOf[0],data:data2}];
return false;
}
if(!((data2 === "enabled") || (data2 === "disabled"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/status",schemaPath:"#/properties/requestBody/properties/status/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.status.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.status.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.status.allOf[0],data:data2}];
return false;
}
var valid1 = _errs6 === errors;
if(valid1){
if(data0.steps !== undefined){
let data3 = data0.steps;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data3)){
if(data3.length > 150){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps",schemaPath:"#/properties/requestBody/properties/steps/maxItems",keyword:"maxItems",params:{limit: 150},message:"must NOT have more than 150 items",schema:150,parentSchema:schema0.properties.requestBody.properties.steps,data:data3}];
return false;
}
else {
if(data3.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps",schemaPath:"#/properties/requestBody/properties/steps/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.steps,data:data3}];
return false;
}
else {
var valid3 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs11 = errors;
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
const tag0 = data4.type;
if(typeof tag0 == "string"){
if(tag0 === "trigger"){
const _errs14 = errors;
if(errors === _errs14){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing2;
if((((data4.key === undefined) && (missing2 = "key")) || ((data4.type === undefined) && (missing2 = "type"))) || ((data4.config === undefined) && (missing2 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data5 = data4.key;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data5 === "string"){
if(func0(data5, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.key,data:data5}];
return false;
}
else {
if(func1(data5, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.key,data:data5}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.key.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.key,data:data5}];
return false;
}
}
var valid6 = _errs16 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data4.type !== undefined){
let data6 = data4.type;
const _errs18 = errors;
if(typeof data6 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type,data:data6}];
return false;
}
if(!(data6 === "trigger")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.type,data:data6}];
return false;
}
var valid6 = _errs18 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data4.config !== undefined){
let data7 = data4.config;
const _errs20 = errors;
if(errors === _errs20){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing3;
if((data7.event_name === undefined) && (missing3 = "event_name")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config,data:data7}];
return false;
}
else {
if(data7.event_name !== undefined){
let data8 = data7.event_name;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data8 === "string"){
if(func0(data8, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.properties.event_name,data:data8}];
return false;
}
else {
if(func1(data8, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.properties.event_name,data:data8}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.properties.event_name.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.properties.event_name,data:data8}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0].properties.config,data:data7}];
return false;
}
}
var valid6 = _errs20 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[0],data:data4}];
return false;
}
}
var props0 = {};
props0.key = true;
props0.type = true;
props0.config = true;
}
else if(tag0 === "delay"){
const _errs24 = errors;
if(errors === _errs24){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing4;
if((((data4.key === undefined) && (missing4 = "key")) || ((data4.type === undefined) && (missing4 = "type"))) || ((data4.config === undefined) && (missing4 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data9 = data4.key;
const _errs26 = errors;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data9 === "string"){
if(func0(data9, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data9}];
return false;
}
else {
if(func1(data9, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data9}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data9}];
return false;
}
}
var valid9 = _errs26 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data4.type !== undefined){
let data10 = data4.type;
const _errs29 = errors;
if(typeof data10 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type,data:data10}];
return false;
}
if(!(data10 === "delay")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.type,data:data10}];
return false;
}
var valid9 = _errs29 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data4.config !== undefined){
let data11 = data4.config;
const _errs31 = errors;
if(errors === _errs31){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.duration !== undefined){
let data12 = data11.duration;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data12 === "string"){
if(func0(data12, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/duration",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.duration,data:data12}];
return false;
}
else {
if(func1(data12, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/duration",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.duration,data:data12}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/duration",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.duration.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.duration,data:data12}];
return false;
}
}
var valid11 = _errs33 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data11.until !== undefined){
let data13 = data11.until;
const _errs35 = errors;
if(errors === _errs35){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing5;
if((data13.time === undefined) && (missing5 = "time")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until,data:data13}];
return false;
}
else {
if(data13.time !== undefined){
let data14 = data13.time;
const _errs37 = errors;
if(errors === _errs37){
if(typeof data14 === "string"){
if(!pattern0.test(data14)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/time",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.time,data:data14}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/time",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.time.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.time,data:data14}];
return false;
}
}
var valid12 = _errs37 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data13.weekdays !== undefined){
let data15 = data13.weekdays;
const _errs39 = errors;
if(errors === _errs39){
if(Array.isArray(data15)){
if(data15.length > 7){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/maxItems",keyword:"maxItems",params:{limit: 7},message:"must NOT have more than 7 items",schema:7,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data15}];
return false;
}
else {
if(data15.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data15}];
return false;
}
else {
var valid13 = true;
const len1 = data15.length;
for(let i1=0; i1<len1; i1++){
let data16 = data15[i1];
const _errs41 = errors;
if(typeof data16 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays/" + i1,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items,data:data16}];
return false;
}
if(!(((((((data16 === "monday") || (data16 === "tuesday")) || (data16 === "wednesday")) || (data16 === "thursday")) || (data16 === "friday")) || (data16 === "saturday")) || (data16 === "sunday"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays/" + i1,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.items,data:data16}];
return false;
}
var valid13 = _errs41 === errors;
if(!valid13){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until/weekdays",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/weekdays/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data15}];
return false;
}
}
var valid12 = _errs39 === errors;
}
else {
var valid12 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/until",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.properties.until,data:data13}];
return false;
}
}
var valid11 = _errs35 === errors;
}
else {
var valid11 = true;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1].properties.config,data:data11}];
return false;
}
}
var valid9 = _errs31 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[1],data:data4}];
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
const _errs43 = errors;
if(errors === _errs43){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing6;
if((((data4.key === undefined) && (missing6 = "key")) || ((data4.type === undefined) && (missing6 = "type"))) || ((data4.config === undefined) && (missing6 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/required",keyword:"required",params:{missingProperty: missing6},message:"must have required property '"+missing6+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data17 = data4.key;
const _errs45 = errors;
const _errs46 = errors;
if(errors === _errs46){
if(typeof data17 === "string"){
if(func0(data17, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data17}];
return false;
}
else {
if(func1(data17, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data17}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data17}];
return false;
}
}
var valid15 = _errs45 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data4.type !== undefined){
let data18 = data4.type;
const _errs48 = errors;
if(typeof data18 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type,data:data18}];
return false;
}
if(!(data18 === "send_email")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.type,data:data18}];
return false;
}
var valid15 = _errs48 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data4.config !== undefined){
let data19 = data4.config;
const _errs50 = errors;
if(errors === _errs50){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing7;
if((data19.template === undefined) && (missing7 = "template")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/required",keyword:"required",params:{missingProperty: missing7},message:"must have required property '"+missing7+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config,data:data19}];
return false;
}
else {
if(data19.template !== undefined){
let data20 = data19.template;
const _errs52 = errors;
if(errors === _errs52){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing8;
if((data20.id === undefined) && (missing8 = "id")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/required",keyword:"required",params:{missingProperty: missing8},message:"must have required property '"+missing8+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template,data:data20}];
return false;
}
else {
if(data20.id !== undefined){
let data21 = data20.id;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data21 === "string"){
if(func0(data21, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.id,data:data21}];
return false;
}
else {
if(func1(data21, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.id,data:data21}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.id.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.id,data:data21}];
return false;
}
}
var valid18 = _errs54 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data20.variables !== undefined){
let data22 = data20.variables;
const _errs56 = errors;
if(errors === _errs56){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length > 50){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties",schema:50,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables,data:data22}];
return false;
}
else {
for(const key0 in data22){
let data23 = data22[key0];
const _errs59 = errors;
const _errs60 = errors;
let valid20 = false;
const _errs61 = errors;
if(errors === _errs61){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
const _errs63 = errors;
for(const key1 in data23){
if(!(key1 === "var")){
let data24 = data23[key1];
const _errs64 = errors;
const _errs66 = errors;
let valid23 = false;
const _errs67 = errors;
if(typeof data24 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.anyOf[0].type,parentSchema:schema3.anyOf[0],data:data24};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid1 = _errs67 === errors;
valid23 = valid23 || _valid1;
const _errs69 = errors;
if(errors === _errs69){
if(typeof data24 == "number"){
if(!(formats0.validate(data24))){
const err1 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema3.anyOf[1],data:data24};
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
const err2 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema3.anyOf[1].type,parentSchema:schema3.anyOf[1],data:data24};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs69 === errors;
valid23 = valid23 || _valid1;
const _errs71 = errors;
if((typeof data24 !== "boolean") && (data24 !== null)){
const err3 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/2/type",keyword:"type",params:{type: schema3.anyOf[2].type},message:"must be boolean,null",schema:schema3.anyOf[2].type,parentSchema:schema3.anyOf[2],data:data24};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid1 = _errs71 === errors;
valid23 = valid23 || _valid1;
if(!valid23){
const err4 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema3.anyOf,parentSchema:schema3,data:data24};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs66;
if(vErrors !== null){
if(_errs66){
vErrors.length = _errs66;
}
else {
vErrors = null;
}
}
}
var valid21 = _errs64 === errors;
if(!valid21){
break;
}
}
}
if(_errs63 === errors){
if(data23.var !== undefined){
let data25 = data23.var;
const _errs74 = errors;
let valid25 = false;
const _errs75 = errors;
if(typeof data25 !== "string"){
const err5 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[0],data:data25};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid2 = _errs75 === errors;
valid25 = valid25 || _valid2;
const _errs77 = errors;
if(errors === _errs77){
if(typeof data25 == "number"){
if(!(formats0.validate(data25))){
const err6 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1],data:data25};
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
const err7 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1],data:data25};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid2 = _errs77 === errors;
valid25 = valid25 || _valid2;
const _errs79 = errors;
if((typeof data25 !== "boolean") && (data25 !== null)){
const err8 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2],data:data25};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid2 = _errs79 === errors;
valid25 = valid25 || _valid2;
if(!valid25){
const err9 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var,data:data25};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs74;
if(vErrors !== null){
if(_errs74){
vErrors.length = _errs74;
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
const err10 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0],data:data23};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs61 === errors;
valid20 = valid20 || _valid0;
const _errs81 = errors;
if(typeof data23 !== "string"){
const err11 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[1],data:data23};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs81 === errors;
valid20 = valid20 || _valid0;
const _errs83 = errors;
if(errors === _errs83){
if(typeof data23 == "number"){
if(!(formats0.validate(data23))){
const err12 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/2/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2],data:data23};
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
const err13 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/2/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2],data:data23};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid0 = _errs83 === errors;
valid20 = valid20 || _valid0;
const _errs85 = errors;
if(typeof data23 !== "boolean"){
const err14 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/3/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[3].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[3],data:data23};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var _valid0 = _errs85 === errors;
valid20 = valid20 || _valid0;
const _errs87 = errors;
if(errors === _errs87){
if(Array.isArray(data23)){
var valid26 = true;
const len2 = data23.length;
for(let i2=0; i2<len2; i2++){
let data26 = data23[i2];
const _errs89 = errors;
const _errs90 = errors;
let valid27 = false;
const _errs91 = errors;
if(typeof data26 !== "string"){
const err15 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[0],data:data26};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid3 = _errs91 === errors;
valid27 = valid27 || _valid3;
const _errs93 = errors;
if(errors === _errs93){
if(typeof data26 == "number"){
if(!(formats0.validate(data26))){
const err16 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1],data:data26};
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
const err17 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1],data:data26};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid3 = _errs93 === errors;
valid27 = valid27 || _valid3;
const _errs95 = errors;
if((typeof data26 !== "boolean") && (data26 !== null)){
const err18 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2],data:data26};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid3 = _errs95 === errors;
valid27 = valid27 || _valid3;
const _errs97 = errors;
if(!(validate1(data26, {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,parentData:data23,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
var _valid3 = _errs97 === errors;
valid27 = valid27 || _valid3;
if(!valid27){
const err19 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items,data:data26};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs90;
if(vErrors !== null){
if(_errs90){
vErrors.length = _errs90;
}
else {
vErrors = null;
}
}
}
var valid26 = _errs89 === errors;
if(!valid26){
break;
}
}
}
else {
const err20 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4],data:data23};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
var _valid0 = _errs87 === errors;
valid20 = valid20 || _valid0;
if(!valid20){
const err21 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties,data:data23};
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
errors = _errs60;
if(vErrors !== null){
if(_errs60){
vErrors.length = _errs60;
}
else {
vErrors = null;
}
}
}
var valid19 = _errs59 === errors;
if(!valid19){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template/variables",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/properties/variables/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.properties.variables,data:data22}];
return false;
}
}
var valid18 = _errs56 === errors;
}
else {
var valid18 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/template",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/template/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.template,data:data20}];
return false;
}
}
var valid17 = _errs52 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data19.from !== undefined){
let data27 = data19.from;
const _errs98 = errors;
if(errors === _errs98){
if(typeof data27 === "string"){
if(func0(data27, 998)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/from/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.from,data:data27}];
return false;
}
else {
if(func1(data27, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.from,data:data27}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.from.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.from,data:data27}];
return false;
}
}
var valid17 = _errs98 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data19.subject !== undefined){
let data28 = data19.subject;
const _errs100 = errors;
if(errors === _errs100){
if(typeof data28 === "string"){
if(func0(data28, 998)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/subject",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/subject/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.subject,data:data28}];
return false;
}
else {
if(func1(data28, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/subject",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.subject,data:data28}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/subject",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.subject.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.subject,data:data28}];
return false;
}
}
var valid17 = _errs100 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data19.reply_to !== undefined){
let data29 = data19.reply_to;
const _errs102 = errors;
if(errors === _errs102){
if(typeof data29 === "string"){
if(func0(data29, 998)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/reply_to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/reply_to/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.reply_to,data:data29}];
return false;
}
else {
if(func1(data29, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/reply_to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/reply_to/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.reply_to,data:data29}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/reply_to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/reply_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.reply_to.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.reply_to,data:data29}];
return false;
}
}
var valid17 = _errs102 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data19.topic_id !== undefined){
let data30 = data19.topic_id;
const _errs104 = errors;
if(errors === _errs104){
if(errors === _errs104){
if(typeof data30 === "string"){
if(!(formats12.test(data30))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/topic_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.topic_id,data:data30}];
return false;
}
else {
if(/[A-Z]/.test(data30)){
data30 = data30.toLowerCase();
data19["topic_id"] = data30;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/topic_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.topic_id.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.properties.topic_id,data:data30}];
return false;
}
}
}
var valid17 = _errs104 === errors;
}
else {
var valid17 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2].properties.config,data:data19}];
return false;
}
}
var valid15 = _errs50 === errors;
}
else {
var valid15 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[2],data:data4}];
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
const _errs106 = errors;
if(errors === _errs106){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing9;
if((((data4.key === undefined) && (missing9 = "key")) || ((data4.type === undefined) && (missing9 = "type"))) || ((data4.config === undefined) && (missing9 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/required",keyword:"required",params:{missingProperty: missing9},message:"must have required property '"+missing9+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data31 = data4.key;
const _errs108 = errors;
const _errs109 = errors;
if(errors === _errs109){
if(typeof data31 === "string"){
if(func0(data31, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data31}];
return false;
}
else {
if(func1(data31, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data31}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data31}];
return false;
}
}
var valid29 = _errs108 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data4.type !== undefined){
let data32 = data4.type;
const _errs111 = errors;
if(typeof data32 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type,data:data32}];
return false;
}
if(!(data32 === "wait_for_event")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.type,data:data32}];
return false;
}
var valid29 = _errs111 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data4.config !== undefined){
let data33 = data4.config;
const _errs113 = errors;
if(errors === _errs113){
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
let missing10;
if((data33.event_name === undefined) && (missing10 = "event_name")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/required",keyword:"required",params:{missingProperty: missing10},message:"must have required property '"+missing10+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config,data:data33}];
return false;
}
else {
if(data33.event_name !== undefined){
let data34 = data33.event_name;
const _errs115 = errors;
const _errs116 = errors;
if(errors === _errs116){
if(typeof data34 === "string"){
if(func0(data34, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema7,data:data34}];
return false;
}
else {
if(func1(data34, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema7,data:data34}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/event_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/config/properties/event_name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema7.type,parentSchema:schema7,data:data34}];
return false;
}
}
var valid31 = _errs115 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data33.timeout !== undefined){
let data35 = data33.timeout;
const _errs118 = errors;
const _errs119 = errors;
if(errors === _errs119){
if(typeof data35 === "string"){
if(func0(data35, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema8,data:data35}];
return false;
}
else {
if(func1(data35, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema8,data:data35}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema8.type,parentSchema:schema8,data:data35}];
return false;
}
}
var valid31 = _errs118 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data33.filter_rule !== undefined){
let data36 = data33.filter_rule;
const _errs121 = errors;
if(errors === _errs121){
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
const tag1 = data36.type;
if(typeof tag1 == "string"){
if(tag1 === "rule"){
const _errs124 = errors;
if(errors === _errs124){
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
let missing11;
if((((data36.type === undefined) && (missing11 = "type")) || ((data36.field === undefined) && (missing11 = "field"))) || ((data36.operator === undefined) && (missing11 = "operator"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/required",keyword:"required",params:{missingProperty: missing11},message:"must have required property '"+missing11+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0],data:data36}];
return false;
}
else {
if(data36.type !== undefined){
let data37 = data36.type;
const _errs126 = errors;
if(typeof data37 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type,data:data37}];
return false;
}
if(!(data37 === "rule")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type,data:data37}];
return false;
}
var valid36 = _errs126 === errors;
}
else {
var valid36 = true;
}
if(valid36){
if(data36.field !== undefined){
let data38 = data36.field;
const _errs128 = errors;
if(errors === _errs128){
if(typeof data38 === "string"){
if(func0(data38, 500)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/field",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data38}];
return false;
}
else {
if(func1(data38, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/field",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data38}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/field",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data38}];
return false;
}
}
var valid36 = _errs128 === errors;
}
else {
var valid36 = true;
}
if(valid36){
if(data36.operator !== undefined){
let data39 = data36.operator;
const _errs130 = errors;
if(typeof data39 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/operator",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/operator/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator,data:data39}];
return false;
}
if(!(((((((((((data39 === "eq") || (data39 === "neq")) || (data39 === "gt")) || (data39 === "gte")) || (data39 === "lt")) || (data39 === "lte")) || (data39 === "contains")) || (data39 === "starts_with")) || (data39 === "ends_with")) || (data39 === "exists")) || (data39 === "is_empty"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/operator",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/operator/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator,data:data39}];
return false;
}
var valid36 = _errs130 === errors;
}
else {
var valid36 = true;
}
if(valid36){
if(data36.value !== undefined){
let data40 = data36.value;
const _errs132 = errors;
const _errs133 = errors;
let valid37 = false;
const _errs134 = errors;
if(typeof data40 !== "string"){
const err22 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[0],data:data40};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid4 = _errs134 === errors;
valid37 = valid37 || _valid4;
const _errs136 = errors;
if(errors === _errs136){
if(typeof data40 == "number"){
if(!(formats0.validate(data40))){
const err23 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1],data:data40};
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
const err24 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1],data:data40};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var _valid4 = _errs136 === errors;
valid37 = valid37 || _valid4;
const _errs138 = errors;
if((typeof data40 !== "boolean") && (data40 !== null)){
const err25 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2],data:data40};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid4 = _errs138 === errors;
valid37 = valid37 || _valid4;
if(!valid37){
const err26 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/value",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value,data:data40};
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
errors = _errs133;
if(vErrors !== null){
if(_errs133){
vErrors.length = _errs133;
}
else {
vErrors = null;
}
}
}
var valid36 = _errs132 === errors;
}
else {
var valid36 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0],data:data36}];
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
const _errs140 = errors;
if(errors === _errs140){
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
let missing12;
if(((data36.type === undefined) && (missing12 = "type")) || ((data36.rules === undefined) && (missing12 = "rules"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/required",keyword:"required",params:{missingProperty: missing12},message:"must have required property '"+missing12+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1],data:data36}];
return false;
}
else {
if(data36.type !== undefined){
let data41 = data36.type;
const _errs142 = errors;
if(typeof data41 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type,data:data41}];
return false;
}
if(!(data41 === "and")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type,data:data41}];
return false;
}
var valid39 = _errs142 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data36.rules !== undefined){
let data42 = data36.rules;
const _errs144 = errors;
if(errors === _errs144){
if(Array.isArray(data42)){
if(data42.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data42}];
return false;
}
else {
if(data42.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data42}];
return false;
}
else {
var valid40 = true;
const len3 = data42.length;
for(let i3=0; i3<len3; i3++){
const _errs146 = errors;
if(!(validate3(data42[i3], {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules/" + i3,parentData:data42,parentDataProperty:i3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid40 = _errs146 === errors;
if(!valid40){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data42}];
return false;
}
}
var valid39 = _errs144 === errors;
}
else {
var valid39 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1],data:data36}];
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
const _errs147 = errors;
if(errors === _errs147){
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
let missing13;
if(((data36.type === undefined) && (missing13 = "type")) || ((data36.rules === undefined) && (missing13 = "rules"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/required",keyword:"required",params:{missingProperty: missing13},message:"must have required property '"+missing13+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2],data:data36}];
return false;
}
else {
if(data36.type !== undefined){
let data44 = data36.type;
const _errs149 = errors;
if(typeof data44 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type,data:data44}];
return false;
}
if(!(data44 === "or")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type,data:data44}];
return false;
}
var valid42 = _errs149 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data36.rules !== undefined){
let data45 = data36.rules;
const _errs151 = errors;
if(errors === _errs151){
if(Array.isArray(data45)){
if(data45.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data45}];
return false;
}
else {
if(data45.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data45}];
return false;
}
else {
var valid43 = true;
const len4 = data45.length;
for(let i4=0; i4<len4; i4++){
const _errs153 = errors;
if(!(validate3(data45[i4], {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules/" + i4,parentData:data45,parentDataProperty:i4,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid43 = _errs153 === errors;
if(!valid43){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule/rules",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data45}];
return false;
}
}
var valid42 = _errs151 === errors;
}
else {
var valid42 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2],data:data36}];
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
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag1},message:"value of tag \"type\" must be in oneOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.discriminator,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule,data:data36}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag1},message:"tag \"type\" must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.discriminator,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule,data:data36}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/filter_rule",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/filter_rule/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.filter_rule,data:data36}];
return false;
}
}
var valid31 = _errs121 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data33.since !== undefined){
let data47 = data33.since;
const _errs154 = errors;
if(typeof data47 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/since",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/since/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since,data:data47}];
return false;
}
if(!((data47 === "wait_started") || (data47 === "run_started"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/since",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/properties/since/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.properties.since,data:data47}];
return false;
}
var valid31 = _errs154 === errors;
}
else {
var valid31 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3].properties.config,data:data33}];
return false;
}
}
var valid29 = _errs113 === errors;
}
else {
var valid29 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/3/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[3].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[3],data:data4}];
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
const _errs156 = errors;
if(errors === _errs156){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing14;
if((((data4.key === undefined) && (missing14 = "key")) || ((data4.type === undefined) && (missing14 = "type"))) || ((data4.config === undefined) && (missing14 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/4/required",keyword:"required",params:{missingProperty: missing14},message:"must have required property '"+missing14+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[4].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[4],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data48 = data4.key;
const _errs158 = errors;
const _errs159 = errors;
if(errors === _errs159){
if(typeof data48 === "string"){
if(func0(data48, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data48}];
return false;
}
else {
if(func1(data48, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data48}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data48}];
return false;
}
}
var valid45 = _errs158 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data4.type !== undefined){
let data49 = data4.type;
const _errs161 = errors;
if(typeof data49 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/4/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type,data:data49}];
return false;
}
if(!(data49 === "condition")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/4/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[4].properties.type,data:data49}];
return false;
}
var valid45 = _errs161 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data4.config !== undefined){
const _errs163 = errors;
if(!(validate3(data4.config, {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",parentData:data4,parentDataProperty:"config",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid45 = _errs163 === errors;
}
else {
var valid45 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/4/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[4].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[4],data:data4}];
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
const _errs164 = errors;
if(errors === _errs164){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing15;
if((((data4.key === undefined) && (missing15 = "key")) || ((data4.type === undefined) && (missing15 = "type"))) || ((data4.config === undefined) && (missing15 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/required",keyword:"required",params:{missingProperty: missing15},message:"must have required property '"+missing15+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data51 = data4.key;
const _errs166 = errors;
const _errs167 = errors;
if(errors === _errs167){
if(typeof data51 === "string"){
if(func0(data51, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data51}];
return false;
}
else {
if(func1(data51, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data51}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data51}];
return false;
}
}
var valid48 = _errs166 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data4.type !== undefined){
let data52 = data4.type;
const _errs169 = errors;
if(typeof data52 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type,data:data52}];
return false;
}
if(!(data52 === "contact_update")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.type,data:data52}];
return false;
}
var valid48 = _errs169 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data4.config !== undefined){
let data53 = data4.config;
const _errs171 = errors;
if(errors === _errs171){
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
if(data53.first_name !== undefined){
let data54 = data53.first_name;
const _errs173 = errors;
const _errs174 = errors;
let valid51 = false;
const _errs175 = errors;
if((typeof data54 !== "string") && (data54 !== null)){
const err27 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/0/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[0].type},message:"must be string,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[0],data:data54};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var _valid5 = _errs175 === errors;
valid51 = valid51 || _valid5;
const _errs177 = errors;
if(errors === _errs177){
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
let missing16;
if((data54.var === undefined) && (missing16 = "var")){
const err28 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing16},message:"must have required property '"+missing16+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1],data:data54};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
else {
if(data54.var !== undefined){
let data55 = data54.var;
const _errs179 = errors;
if(errors === _errs179){
if(typeof data55 === "string"){
if(func0(data55, 500)){
const err29 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data55};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
if(func1(data55, 1)){
const err30 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data55};
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
const err31 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data55};
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
const err32 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf[1],data:data54};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
var _valid5 = _errs177 === errors;
valid51 = valid51 || _valid5;
if(_valid5){
var props7 = {};
props7.var = true;
}
if(!valid51){
const err33 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/first_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.first_name,data:data54};
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
errors = _errs174;
if(vErrors !== null){
if(_errs174){
vErrors.length = _errs174;
}
else {
vErrors = null;
}
}
}
var valid50 = _errs173 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data53.last_name !== undefined){
let data56 = data53.last_name;
const _errs181 = errors;
const _errs183 = errors;
let valid54 = false;
const _errs184 = errors;
if((typeof data56 !== "string") && (data56 !== null)){
const err34 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/0/type",keyword:"type",params:{type: schema12.anyOf[0].type},message:"must be string,null",schema:schema12.anyOf[0].type,parentSchema:schema12.anyOf[0],data:data56};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid6 = _errs184 === errors;
valid54 = valid54 || _valid6;
const _errs186 = errors;
if(errors === _errs186){
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
let missing17;
if((data56.var === undefined) && (missing17 = "var")){
const err35 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing17},message:"must have required property '"+missing17+"'",schema:schema12.anyOf[1].required,parentSchema:schema12.anyOf[1],data:data56};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
if(data56.var !== undefined){
let data57 = data56.var;
const _errs188 = errors;
if(errors === _errs188){
if(typeof data57 === "string"){
if(func0(data57, 500)){
const err36 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema12.anyOf[1].properties.var,data:data57};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
if(func1(data57, 1)){
const err37 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.anyOf[1].properties.var,data:data57};
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
const err38 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.anyOf[1].properties.var.type,parentSchema:schema12.anyOf[1].properties.var,data:data57};
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
const err39 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema12.anyOf[1].type,parentSchema:schema12.anyOf[1],data:data56};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var _valid6 = _errs186 === errors;
valid54 = valid54 || _valid6;
if(_valid6){
var props8 = {};
props8.var = true;
}
if(!valid54){
const err40 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/last_name",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema12.anyOf,parentSchema:schema12,data:data56};
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
errors = _errs183;
if(vErrors !== null){
if(_errs183){
vErrors.length = _errs183;
}
else {
vErrors = null;
}
}
}
var valid50 = _errs181 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data53.unsubscribed !== undefined){
let data58 = data53.unsubscribed;
const _errs190 = errors;
const _errs191 = errors;
let valid56 = false;
const _errs192 = errors;
if(typeof data58 !== "boolean"){
const err41 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/unsubscribed/anyOf/0/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.unsubscribed.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.unsubscribed.anyOf[0],data:data58};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
var _valid7 = _errs192 === errors;
valid56 = valid56 || _valid7;
const _errs194 = errors;
const _errs195 = errors;
if(errors === _errs195){
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
let missing18;
if((data58.var === undefined) && (missing18 = "var")){
const err42 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing18},message:"must have required property '"+missing18+"'",schema:schema13.required,parentSchema:schema13,data:data58};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
if(data58.var !== undefined){
let data59 = data58.var;
const _errs197 = errors;
if(errors === _errs197){
if(typeof data59 === "string"){
if(func0(data59, 500)){
const err43 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data59};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
else {
if(func1(data59, 1)){
const err44 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data59};
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
const err45 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data59};
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
const err46 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data58};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
var _valid7 = _errs194 === errors;
valid56 = valid56 || _valid7;
if(_valid7){
var props9 = {};
props9.var = true;
}
if(!valid56){
const err47 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/unsubscribed",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/unsubscribed/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.unsubscribed.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.unsubscribed,data:data58};
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
errors = _errs191;
if(vErrors !== null){
if(_errs191){
vErrors.length = _errs191;
}
else {
vErrors = null;
}
}
}
var valid50 = _errs190 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data53.properties !== undefined){
let data60 = data53.properties;
const _errs199 = errors;
if(errors === _errs199){
if(data60 && typeof data60 == "object" && !Array.isArray(data60)){
for(const key2 in data60){
let data61 = data60[key2];
const _errs202 = errors;
const _errs203 = errors;
let valid60 = false;
const _errs204 = errors;
if(typeof data61 !== "string"){
const err48 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[0],data:data61};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid8 = _errs204 === errors;
valid60 = valid60 || _valid8;
const _errs206 = errors;
if(errors === _errs206){
if(typeof data61 == "number"){
if(!(formats0.validate(data61))){
const err49 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1],data:data61};
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
const err50 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1],data:data61};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
var _valid8 = _errs206 === errors;
valid60 = valid60 || _valid8;
const _errs208 = errors;
if((typeof data61 !== "boolean") && (data61 !== null)){
const err51 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2],data:data61};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
var _valid8 = _errs208 === errors;
valid60 = valid60 || _valid8;
const _errs210 = errors;
const _errs211 = errors;
if(errors === _errs211){
if(data61 && typeof data61 == "object" && !Array.isArray(data61)){
let missing19;
if((data61.var === undefined) && (missing19 = "var")){
const err52 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing19},message:"must have required property '"+missing19+"'",schema:schema13.required,parentSchema:schema13,data:data61};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
else {
if(data61.var !== undefined){
let data62 = data61.var;
const _errs213 = errors;
if(errors === _errs213){
if(typeof data62 === "string"){
if(func0(data62, 500)){
const err53 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data62};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
else {
if(func1(data62, 1)){
const err54 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data62};
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
const err55 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data62};
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
const err56 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data61};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
var _valid8 = _errs210 === errors;
valid60 = valid60 || _valid8;
if(_valid8){
var props10 = {};
props10.var = true;
}
if(!valid60){
const err57 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.additionalProperties,data:data61};
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
errors = _errs203;
if(vErrors !== null){
if(_errs203){
vErrors.length = _errs203;
}
else {
vErrors = null;
}
}
}
var valid59 = _errs202 === errors;
if(!valid59){
break;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/properties",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.properties.properties,data:data60}];
return false;
}
}
var valid50 = _errs199 === errors;
}
else {
var valid50 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5].properties.config,data:data53}];
return false;
}
}
var valid48 = _errs171 === errors;
}
else {
var valid48 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[5].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[5],data:data4}];
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
const _errs215 = errors;
if(errors === _errs215){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing20;
if((((data4.key === undefined) && (missing20 = "key")) || ((data4.type === undefined) && (missing20 = "type"))) || ((data4.config === undefined) && (missing20 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/required",keyword:"required",params:{missingProperty: missing20},message:"must have required property '"+missing20+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data63 = data4.key;
const _errs217 = errors;
const _errs218 = errors;
if(errors === _errs218){
if(typeof data63 === "string"){
if(func0(data63, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data63}];
return false;
}
else {
if(func1(data63, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data63}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data63}];
return false;
}
}
var valid64 = _errs217 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data4.type !== undefined){
let data64 = data4.type;
const _errs220 = errors;
if(typeof data64 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type,data:data64}];
return false;
}
if(!(data64 === "contact_delete")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.type,data:data64}];
return false;
}
var valid64 = _errs220 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data4.config !== undefined){
let data65 = data4.config;
const _errs222 = errors;
const _errs223 = errors;
let valid66 = false;
const _errs224 = errors;
if(!(data65 && typeof data65 == "object" && !Array.isArray(data65))){
const err58 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/config/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[0],data:data65};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
var _valid9 = _errs224 === errors;
valid66 = valid66 || _valid9;
const _errs226 = errors;
if(errors === _errs226){
if(Array.isArray(data65)){
if(data65.length > 0){
const err59 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/config/anyOf/1/maxItems",keyword:"maxItems",params:{limit: 0},message:"must NOT have more than 0 items",schema:0,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[1],data:data65};
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
const err60 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/config/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf[1],data:data65};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
var _valid9 = _errs226 === errors;
valid66 = valid66 || _valid9;
if(!valid66){
const err61 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/properties/config/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6].properties.config,data:data65};
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
errors = _errs223;
if(vErrors !== null){
if(_errs223){
vErrors.length = _errs223;
}
else {
vErrors = null;
}
}
}
var valid64 = _errs222 === errors;
}
else {
var valid64 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/6/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[6].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[6],data:data4}];
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
const _errs228 = errors;
if(errors === _errs228){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing21;
if((((data4.key === undefined) && (missing21 = "key")) || ((data4.type === undefined) && (missing21 = "type"))) || ((data4.config === undefined) && (missing21 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/required",keyword:"required",params:{missingProperty: missing21},message:"must have required property '"+missing21+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data66 = data4.key;
const _errs230 = errors;
const _errs231 = errors;
if(errors === _errs231){
if(typeof data66 === "string"){
if(func0(data66, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data66}];
return false;
}
else {
if(func1(data66, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data66}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data66}];
return false;
}
}
var valid68 = _errs230 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data4.type !== undefined){
let data67 = data4.type;
const _errs233 = errors;
if(typeof data67 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type,data:data67}];
return false;
}
if(!(data67 === "add_to_segment")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.type,data:data67}];
return false;
}
var valid68 = _errs233 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data4.config !== undefined){
let data68 = data4.config;
const _errs235 = errors;
if(errors === _errs235){
if(data68 && typeof data68 == "object" && !Array.isArray(data68)){
let missing22;
if((data68.segment_id === undefined) && (missing22 = "segment_id")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/properties/config/required",keyword:"required",params:{missingProperty: missing22},message:"must have required property '"+missing22+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.config,data:data68}];
return false;
}
else {
if(data68.segment_id !== undefined){
let data69 = data68.segment_id;
const _errs238 = errors;
if(errors === _errs238){
if(errors === _errs238){
if(typeof data69 === "string"){
if(!(formats12.test(data69))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/segment_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema17,data:data69}];
return false;
}
else {
if(/[A-Z]/.test(data69)){
data69 = data69.toLowerCase();
data68["segment_id"] = data69;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/segment_id",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/2/properties/config/properties/topic_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema17.type,parentSchema:schema17,data:data69}];
return false;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7].properties.config,data:data68}];
return false;
}
}
var valid68 = _errs235 === errors;
}
else {
var valid68 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/7/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[7].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[7],data:data4}];
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
const _errs240 = errors;
if(errors === _errs240){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing23;
if((((data4.key === undefined) && (missing23 = "key")) || ((data4.type === undefined) && (missing23 = "type"))) || ((data4.config === undefined) && (missing23 = "config"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/required",keyword:"required",params:{missingProperty: missing23},message:"must have required property '"+missing23+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8],data:data4}];
return false;
}
else {
if(data4.key !== undefined){
let data70 = data4.key;
const _errs242 = errors;
const _errs243 = errors;
if(errors === _errs243){
if(typeof data70 === "string"){
if(func0(data70, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data70}];
return false;
}
else {
if(func1(data70, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data70}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/key",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data70}];
return false;
}
}
var valid73 = _errs242 === errors;
}
else {
var valid73 = true;
}
if(valid73){
if(data4.type !== undefined){
let data71 = data4.type;
const _errs245 = errors;
if(typeof data71 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type,data:data71}];
return false;
}
if(!(data71 === "http_request")){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.type,data:data71}];
return false;
}
var valid73 = _errs245 === errors;
}
else {
var valid73 = true;
}
if(valid73){
if(data4.config !== undefined){
let data72 = data4.config;
const _errs247 = errors;
if(errors === _errs247){
if(data72 && typeof data72 == "object" && !Array.isArray(data72)){
let missing24;
if(((data72.method === undefined) && (missing24 = "method")) || ((data72.url === undefined) && (missing24 = "url"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/required",keyword:"required",params:{missingProperty: missing24},message:"must have required property '"+missing24+"'",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.required,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config,data:data72}];
return false;
}
else {
if(data72.method !== undefined){
let data73 = data72.method;
const _errs249 = errors;
if(typeof data73 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/method",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method,data:data73}];
return false;
}
if(!(((((data73 === "GET") || (data73 === "POST")) || (data73 === "PUT")) || (data73 === "PATCH")) || (data73 === "DELETE"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/method",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/method/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method.enum,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.method,data:data73}];
return false;
}
var valid75 = _errs249 === errors;
}
else {
var valid75 = true;
}
if(valid75){
if(data72.url !== undefined){
let data74 = data72.url;
const _errs251 = errors;
if(errors === _errs251){
if(typeof data74 === "string"){
if(func0(data74, 2000)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/url",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/url/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters",schema:2000,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.url,data:data74}];
return false;
}
else {
if(func1(data74, 8)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/url",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/url/minLength",keyword:"minLength",params:{limit: 8},message:"must NOT have fewer than 8 characters",schema:8,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.url,data:data74}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/url",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.url.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.url,data:data74}];
return false;
}
}
var valid75 = _errs251 === errors;
}
else {
var valid75 = true;
}
if(valid75){
if(data72.headers !== undefined){
let data75 = data72.headers;
const _errs253 = errors;
if(errors === _errs253){
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
if(Object.keys(data75).length > 20){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/headers/maxProperties",keyword:"maxProperties",params:{limit: 20},message:"must NOT have more than 20 properties",schema:20,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers,data:data75}];
return false;
}
else {
for(const key3 in data75){
let data76 = data75[key3];
const _errs256 = errors;
const _errs257 = errors;
let valid77 = false;
const _errs258 = errors;
if(typeof data76 !== "string"){
const err62 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/headers/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf[0],data:data76};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
var _valid10 = _errs258 === errors;
valid77 = valid77 || _valid10;
const _errs260 = errors;
const _errs261 = errors;
if(errors === _errs261){
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
let missing25;
if((data76.var === undefined) && (missing25 = "var")){
const err63 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing25},message:"must have required property '"+missing25+"'",schema:schema13.required,parentSchema:schema13,data:data76};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
else {
if(data76.var !== undefined){
let data77 = data76.var;
const _errs263 = errors;
if(errors === _errs263){
if(typeof data77 === "string"){
if(func0(data77, 500)){
const err64 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data77};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
else {
if(func1(data77, 1)){
const err65 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data77};
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
const err66 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data77};
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
const err67 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data76};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
var _valid10 = _errs260 === errors;
valid77 = valid77 || _valid10;
if(_valid10){
var props11 = {};
props11.var = true;
}
if(!valid77){
const err68 = {instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/headers/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.additionalProperties,data:data76};
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
errors = _errs257;
if(vErrors !== null){
if(_errs257){
vErrors.length = _errs257;
}
else {
vErrors = null;
}
}
}
var valid76 = _errs256 === errors;
if(!valid76){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/headers",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.headers,data:data75}];
return false;
}
}
var valid75 = _errs253 === errors;
}
else {
var valid75 = true;
}
if(valid75){
if(data72.body !== undefined){
let data78 = data72.body;
const _errs265 = errors;
if(errors === _errs265){
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/body",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.body.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.properties.body,data:data78}];
return false;
}
}
var valid75 = _errs265 === errors;
}
else {
var valid75 = true;
}
if(valid75){
if(data72.timeout !== undefined){
let data79 = data72.timeout;
const _errs268 = errors;
const _errs269 = errors;
if(errors === _errs269){
if(typeof data79 === "string"){
if(func0(data79, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema8,data:data79}];
return false;
}
else {
if(func1(data79, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema8,data:data79}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config/timeout",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema8.type,parentSchema:schema8,data:data79}];
return false;
}
}
var valid75 = _errs268 === errors;
}
else {
var valid75 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0+"/config",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config.type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8].properties.config,data:data72}];
return false;
}
}
var valid73 = _errs247 === errors;
}
else {
var valid73 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/8/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.oneOf[8].type,parentSchema:schema0.properties.requestBody.properties.steps.items.oneOf[8],data:data4}];
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
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf",schema:schema0.properties.requestBody.properties.steps.items.discriminator,parentSchema:schema0.properties.requestBody.properties.steps.items,data:data4}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string",schema:schema0.properties.requestBody.properties.steps.items.discriminator,parentSchema:schema0.properties.requestBody.properties.steps.items,data:data4}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps/" + i0,schemaPath:"#/properties/requestBody/properties/steps/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.steps.items.type,parentSchema:schema0.properties.requestBody.properties.steps.items,data:data4}];
return false;
}
}
var valid3 = _errs11 === errors;
if(!valid3){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/steps",schemaPath:"#/properties/requestBody/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.steps.type,parentSchema:schema0.properties.requestBody.properties.steps,data:data3}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.connections !== undefined){
let data80 = data0.connections;
const _errs271 = errors;
if(errors === _errs271){
if(Array.isArray(data80)){
if(data80.length > 450){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections",schemaPath:"#/properties/requestBody/properties/connections/maxItems",keyword:"maxItems",params:{limit: 450},message:"must NOT have more than 450 items",schema:450,parentSchema:schema0.properties.requestBody.properties.connections,data:data80}];
return false;
}
else {
var valid81 = true;
const len5 = data80.length;
for(let i5=0; i5<len5; i5++){
let data81 = data80[i5];
const _errs273 = errors;
if(errors === _errs273){
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
if(data81.type === undefined){
data81.type = "default";
}
let missing26;
if(((data81.from === undefined) && (missing26 = "from")) || ((data81.to === undefined) && (missing26 = "to"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5,schemaPath:"#/properties/requestBody/properties/connections/items/required",keyword:"required",params:{missingProperty: missing26},message:"must have required property '"+missing26+"'",schema:schema0.properties.requestBody.properties.connections.items.required,parentSchema:schema0.properties.requestBody.properties.connections.items,data:data81}];
return false;
}
else {
if(data81.from !== undefined){
let data82 = data81.from;
const _errs275 = errors;
const _errs276 = errors;
if(errors === _errs276){
if(typeof data82 === "string"){
if(func0(data82, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data82}];
return false;
}
else {
if(func1(data82, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data82}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data82}];
return false;
}
}
var valid82 = _errs275 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data81.to !== undefined){
let data83 = data81.to;
const _errs278 = errors;
const _errs279 = errors;
if(errors === _errs279){
if(typeof data83 === "string"){
if(func0(data83, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data83}];
return false;
}
else {
if(func1(data83, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data83}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data83}];
return false;
}
}
var valid82 = _errs278 === errors;
}
else {
var valid82 = true;
}
if(valid82){
let data84 = data81.type;
const _errs281 = errors;
if(typeof data84 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/type",schemaPath:"#/properties/requestBody/properties/connections/items/properties/type/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0],data:data84}];
return false;
}
if(!(((((data84 === "default") || (data84 === "condition_met")) || (data84 === "condition_not_met")) || (data84 === "event_received")) || (data84 === "timeout"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5+"/type",schemaPath:"#/properties/requestBody/properties/connections/items/properties/type/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0],data:data84}];
return false;
}
var valid82 = _errs281 === errors;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i5,schemaPath:"#/properties/requestBody/properties/connections/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.connections.items.type,parentSchema:schema0.properties.requestBody.properties.connections.items,data:data81}];
return false;
}
}
var valid81 = _errs273 === errors;
if(!valid81){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections",schemaPath:"#/properties/requestBody/properties/connections/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.connections.type,parentSchema:schema0.properties.requestBody.properties.connections,data:data80}];
return false;
}
}
var valid1 = _errs271 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.settings !== undefined){
let data85 = data0.settings;
const _errs284 = errors;
if(errors === _errs284){
if(data85 && typeof data85 == "object" && !Array.isArray(data85)){
if(data85.reentry !== undefined){
let data86 = data85.reentry;
const _errs286 = errors;
if(typeof data86 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/reentry",schemaPath:"#/properties/requestBody/properties/settings/properties/reentry/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.settings.properties.reentry.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.reentry,data:data86}];
return false;
}
if(!(((data86 === "always") || (data86 === "while_not_running")) || (data86 === "once"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/reentry",schemaPath:"#/properties/requestBody/properties/settings/properties/reentry/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.settings.properties.reentry.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.settings.properties.reentry.enum,parentSchema:schema0.properties.requestBody.properties.settings.properties.reentry,data:data86}];
return false;
}
var valid86 = _errs286 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data85.time_zone !== undefined){
let data87 = data85.time_zone;
const _errs288 = errors;
if(errors === _errs288){
if(typeof data87 === "string"){
if(func0(data87, 64)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone,data:data87}];
return false;
}
else {
if(func1(data87, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone,data:data87}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.settings.properties.time_zone.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone,data:data87}];
return false;
}
}
var valid86 = _errs288 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data85.time_zone_property !== undefined){
let data88 = data85.time_zone_property;
const _errs290 = errors;
if(errors === _errs290){
if(typeof data88 === "string"){
if(func0(data88, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone_property",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone_property/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone_property,data:data88}];
return false;
}
else {
if(func1(data88, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone_property",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone_property/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone_property,data:data88}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/time_zone_property",schemaPath:"#/properties/requestBody/properties/settings/properties/time_zone_property/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.settings.properties.time_zone_property.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.time_zone_property,data:data88}];
return false;
}
}
var valid86 = _errs290 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data85.quiet_hours !== undefined){
let data89 = data85.quiet_hours;
const _errs292 = errors;
const _errs293 = errors;
let valid87 = false;
const _errs294 = errors;
if(errors === _errs294){
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
let missing27;
if(((data89.from === undefined) && (missing27 = "from")) || ((data89.to === undefined) && (missing27 = "to"))){
const err69 = {instancePath:instancePath+"/requestBody/settings/quiet_hours",schemaPath:"#/properties/requestBody/properties/settings/properties/quiet_hours/anyOf/0/required",keyword:"required",params:{missingProperty: missing27},message:"must have required property '"+missing27+"'",schema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[0].required,parentSchema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[0],data:data89};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
else {
if(data89.from !== undefined){
let data90 = data89.from;
const _errs296 = errors;
const _errs297 = errors;
if(errors === _errs297){
if(typeof data90 === "string"){
if(!pattern0.test(data90)){
const err70 = {instancePath:instancePath+"/requestBody/settings/quiet_hours/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema23,data:data90};
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
const err71 = {instancePath:instancePath+"/requestBody/settings/quiet_hours/from",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.type,parentSchema:schema23,data:data90};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
var valid88 = _errs296 === errors;
}
else {
var valid88 = true;
}
if(valid88){
if(data89.to !== undefined){
let data91 = data89.to;
const _errs299 = errors;
const _errs300 = errors;
if(errors === _errs300){
if(typeof data91 === "string"){
if(!pattern0.test(data91)){
const err72 = {instancePath:instancePath+"/requestBody/settings/quiet_hours/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema23,data:data91};
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
const err73 = {instancePath:instancePath+"/requestBody/settings/quiet_hours/to",schemaPath:"#/properties/requestBody/properties/steps/items/oneOf/1/properties/config/properties/until/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.type,parentSchema:schema23,data:data91};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
var valid88 = _errs299 === errors;
}
else {
var valid88 = true;
}
}
}
}
else {
const err74 = {instancePath:instancePath+"/requestBody/settings/quiet_hours",schemaPath:"#/properties/requestBody/properties/settings/properties/quiet_hours/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[0],data:data89};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
var _valid11 = _errs294 === errors;
valid87 = valid87 || _valid11;
if(_valid11){
var props12 = {};
props12.from = true;
props12.to = true;
}
const _errs302 = errors;
if(data89 !== null){
const err75 = {instancePath:instancePath+"/requestBody/settings/quiet_hours",schemaPath:"#/properties/requestBody/properties/settings/properties/quiet_hours/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf[1],data:data89};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
var _valid11 = _errs302 === errors;
valid87 = valid87 || _valid11;
if(!valid87){
const err76 = {instancePath:instancePath+"/requestBody/settings/quiet_hours",schemaPath:"#/properties/requestBody/properties/settings/properties/quiet_hours/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.settings.properties.quiet_hours.anyOf,parentSchema:schema0.properties.requestBody.properties.settings.properties.quiet_hours,data:data89};
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
errors = _errs293;
if(vErrors !== null){
if(_errs293){
vErrors.length = _errs293;
}
else {
vErrors = null;
}
}
}
var valid86 = _errs292 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data85.retention_days !== undefined){
let data92 = data85.retention_days;
const _errs304 = errors;
if((!((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92)))) && (data92 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/retention_days",schemaPath:"#/properties/requestBody/properties/settings/properties/retention_days/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.settings.properties.retention_days.type},message:"must be integer,null",schema:schema0.properties.requestBody.properties.settings.properties.retention_days.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.retention_days,data:data92}];
return false;
}
if(errors === _errs304){
if(typeof data92 == "number"){
if(data92 > 3650 || isNaN(data92)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/retention_days",schemaPath:"#/properties/requestBody/properties/settings/properties/retention_days/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3650},message:"must be <= 3650",schema:3650,parentSchema:schema0.properties.requestBody.properties.settings.properties.retention_days,data:data92}];
return false;
}
else {
if(data92 < 1 || isNaN(data92)){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/retention_days",schemaPath:"#/properties/requestBody/properties/settings/properties/retention_days/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.requestBody.properties.settings.properties.retention_days,data:data92}];
return false;
}
else {
if(!(formats22.validate(data92))){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/retention_days",schemaPath:"#/properties/requestBody/properties/settings/properties/retention_days/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.settings.properties.retention_days,data:data92}];
return false;
}
}
}
}
}
var valid86 = _errs304 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data85.marketing !== undefined){
let data93 = data85.marketing;
const _errs306 = errors;
if(typeof data93 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/settings/marketing",schemaPath:"#/properties/requestBody/properties/settings/properties/marketing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.settings.properties.marketing.type,parentSchema:schema0.properties.requestBody.properties.settings.properties.marketing,data:data93}];
return false;
}
var valid86 = _errs306 === errors;
}
else {
var valid86 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/settings",schemaPath:"#/properties/requestBody/properties/settings/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.settings.type,parentSchema:schema0.properties.requestBody.properties.settings,data:data85}];
return false;
}
}
var valid1 = _errs284 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let missing28;
if(data0.steps !== undefined && ((data0.connections === undefined) && (missing28 = "connections"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/dependentRequired",keyword:"dependentRequired",params:{property: "steps",
    missingProperty: missing28,
    depsCount: 1,
    deps: "connections"},message:"must have property connections when property steps is present",schema:schema0.properties.requestBody.dependentRequired,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.connections !== undefined && ((data0.steps === undefined) && (missing28 = "steps"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/dependentRequired",keyword:"dependentRequired",params:{property: "connections",
    missingProperty: missing28,
    depsCount: 1,
    deps: "steps"},message:"must have property steps when property connections is present",schema:schema0.properties.requestBody.dependentRequired,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
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
