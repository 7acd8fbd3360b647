// Made by `npm run generate`.
module.exports = words => (module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"type":"array","items":{"type":"object","oneOf":[{"type":"object","required":["key","type","config"],"properties":{"key":{"type":"string","minLength":1,"maxLength":255},"type":{"type":"string","enum":["trigger"]},"config":{"type":"object","required":["event_name"],"properties":{"event_name":{"type":"string","minLength":1,"maxLength":255}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["delay"]},"config":{"type":"object","properties":{"duration":{"type":"string","minLength":1,"maxLength":50},"until":{"type":"object","required":["time"],"properties":{"time":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"},"weekdays":{"type":"array","items":{"type":"string","enum":["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]},"minItems":1,"maxItems":7}}}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["send_email"]},"config":{"type":"object","required":["template"],"properties":{"template":{"type":"object","required":["id"],"properties":{"id":{"type":"string","minLength":1,"maxLength":255},"variables":{"type":"object","maxProperties":50,"additionalProperties":{"anyOf":[{"type":"object","properties":{"var":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}},"additionalProperties":{"$ref":"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var"}},{"type":"string"},{"type":"number","format":"double"},{"type":"boolean"},{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]},{"$ref":"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0"}]}}]}}}},"from":{"type":"string","minLength":1,"maxLength":998},"subject":{"type":"string","minLength":1,"maxLength":998},"reply_to":{"type":"string","minLength":1,"maxLength":998},"topic_id":{"type":"string","format":"uuid","x-in-lower-case":true}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["wait_for_event"]},"config":{"type":"object","required":["event_name"],"properties":{"event_name":{"$ref":"#/items/oneOf/0/properties/config/properties/event_name"},"timeout":{"$ref":"#/items/oneOf/1/properties/config/properties/duration"},"filter_rule":{"type":"object","oneOf":[{"type":"object","required":["type","field","operator"],"properties":{"type":{"type":"string","enum":["rule"]},"field":{"type":"string","minLength":1,"maxLength":500},"operator":{"type":"string","enum":["eq","neq","gt","gte","lt","lte","contains","starts_with","ends_with","exists","is_empty"]},"value":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["and"]},"rules":{"type":"array","items":{"$ref":"#/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["or"]},"rules":{"type":"array","items":{"$ref":"#/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}}],"discriminator":{"propertyName":"type"}},"since":{"type":"string","enum":["wait_started","run_started"]}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["condition"]},"config":{"$ref":"#/items/oneOf/3/properties/config/properties/filter_rule"}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["contact_update"]},"config":{"type":"object","properties":{"first_name":{"anyOf":[{"type":["string","null"]},{"type":"object","required":["var"],"properties":{"var":{"type":"string","minLength":1,"maxLength":500}}}]},"last_name":{"$ref":"#/items/oneOf/5/properties/config/properties/first_name"},"unsubscribed":{"anyOf":[{"type":"boolean"},{"$ref":"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]},"properties":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]},{"$ref":"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]}}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["contact_delete"]},"config":{"anyOf":[{"type":"object"},{"type":"array","items":{},"maxItems":0}]}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["add_to_segment"]},"config":{"type":"object","required":["segment_id"],"properties":{"segment_id":{"$ref":"#/items/oneOf/2/properties/config/properties/topic_id"}}}}},{"type":"object","required":["key","type","config"],"properties":{"key":{"$ref":"#/items/oneOf/0/properties/key"},"type":{"type":"string","enum":["http_request"]},"config":{"type":"object","required":["method","url"],"properties":{"method":{"type":"string","enum":["GET","POST","PUT","PATCH","DELETE"]},"url":{"type":"string","minLength":8,"maxLength":2000},"headers":{"type":"object","x-secret":true,"maxProperties":20,"additionalProperties":{"anyOf":[{"type":"string"},{"$ref":"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1"}]}},"body":{"type":"object","additionalProperties":{}},"timeout":{"$ref":"#/items/oneOf/1/properties/config/properties/duration"}}}}}],"discriminator":{"propertyName":"type"}},"minItems":1,"maxItems":150};
const schema1 = {"type":"string","minLength":1,"maxLength":255};
const schema3 = {"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]};
const schema7 = {"type":"string","minLength":1,"maxLength":255};
const schema8 = {"type":"string","minLength":1,"maxLength":50};
const schema12 = {"anyOf":[{"type":["string","null"]},{"type":"object","required":["var"],"properties":{"var":{"type":"string","minLength":1,"maxLength":500}}}]};
const schema13 = {"type":"object","required":["var"],"properties":{"var":{"type":"string","minLength":1,"maxLength":500}}};
const schema17 = {"type":"string","format":"uuid","x-in-lower-case":true};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const pattern0 = new RegExp("^([01][0-9]|2[0-3]):[0-5][0-9]$", "u");
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;
const formats12 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const schema4 = {"type":"object","properties":{"var":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}},"additionalProperties":{"$ref":"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var"}};

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
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.anyOf[0].type,parentSchema:schema3.anyOf[0],data:data0};
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
const err1 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema3.anyOf[1],data:data0};
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
const err2 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema3.anyOf[1].type,parentSchema:schema3.anyOf[1],data:data0};
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
const err3 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/2/type",keyword:"type",params:{type: schema3.anyOf[2].type},message:"must be boolean,null",schema:schema3.anyOf[2].type,parentSchema:schema3.anyOf[2],data:data0};
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
const err4 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema3.anyOf,parentSchema:schema3,data:data0};
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

const schema9 = {"type":"object","oneOf":[{"type":"object","required":["type","field","operator"],"properties":{"type":{"type":"string","enum":["rule"]},"field":{"type":"string","minLength":1,"maxLength":500},"operator":{"type":"string","enum":["eq","neq","gt","gte","lt","lte","contains","starts_with","ends_with","exists","is_empty"]},"value":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["and"]},"rules":{"type":"array","items":{"$ref":"#/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["or"]},"rules":{"type":"array","items":{"$ref":"#/items/oneOf/3/properties/config/properties/filter_rule"},"minItems":1,"maxItems":100}}}],"discriminator":{"propertyName":"type"}};
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
if(Array.isArray(data)){
if(data.length > 150){
validate0.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 150},message:"must NOT have more than 150 items",schema:150,parentSchema:schema0,data}];
return false;
}
else {
if(data.length < 1){
validate0.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0,data}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
const tag0 = data0.type;
if(typeof tag0 == "string"){
if(tag0 === "trigger"){
const _errs4 = errors;
if(errors === _errs4){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((((data0.key === undefined) && (missing0 = "key")) || ((data0.type === undefined) && (missing0 = "type"))) || ((data0.config === undefined) && (missing0 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.items.oneOf[0].required,parentSchema:schema0.items.oneOf[0],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data1 = data0.key;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(func0(data1, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.items.oneOf[0].properties.key,data:data1}];
return false;
}
else {
if(func1(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[0].properties.key,data:data1}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[0].properties.key.type,parentSchema:schema0.items.oneOf[0].properties.key,data:data1}];
return false;
}
}
var valid3 = _errs6 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.type !== undefined){
let data2 = data0.type;
const _errs8 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[0].properties.type.type,parentSchema:schema0.items.oneOf[0].properties.type,data:data2}];
return false;
}
if(!(data2 === "trigger")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[0].properties.type.enum,parentSchema:schema0.items.oneOf[0].properties.type,data:data2}];
return false;
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.config !== undefined){
let data3 = data0.config;
const _errs10 = errors;
if(errors === _errs10){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((data3.event_name === undefined) && (missing1 = "event_name")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/0/properties/config/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.items.oneOf[0].properties.config.required,parentSchema:schema0.items.oneOf[0].properties.config,data:data3}];
return false;
}
else {
if(data3.event_name !== undefined){
let data4 = data3.event_name;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data4 === "string"){
if(func0(data4, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/event_name",schemaPath:"#/items/oneOf/0/properties/config/properties/event_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.items.oneOf[0].properties.config.properties.event_name,data:data4}];
return false;
}
else {
if(func1(data4, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/event_name",schemaPath:"#/items/oneOf/0/properties/config/properties/event_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[0].properties.config.properties.event_name,data:data4}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/event_name",schemaPath:"#/items/oneOf/0/properties/config/properties/event_name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[0].properties.config.properties.event_name.type,parentSchema:schema0.items.oneOf[0].properties.config.properties.event_name,data:data4}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/0/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[0].properties.config.type,parentSchema:schema0.items.oneOf[0].properties.config,data:data3}];
return false;
}
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[0].type,parentSchema:schema0.items.oneOf[0],data:data0}];
return false;
}
}
var props0 = {};
props0.key = true;
props0.type = true;
props0.config = true;
}
else if(tag0 === "delay"){
const _errs14 = errors;
if(errors === _errs14){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing2;
if((((data0.key === undefined) && (missing2 = "key")) || ((data0.type === undefined) && (missing2 = "type"))) || ((data0.config === undefined) && (missing2 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.items.oneOf[1].required,parentSchema:schema0.items.oneOf[1],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data5 = data0.key;
const _errs16 = errors;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data5 === "string"){
if(func0(data5, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data5}];
return false;
}
else {
if(func1(data5, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data5}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data5}];
return false;
}
}
var valid6 = _errs16 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data0.type !== undefined){
let data6 = data0.type;
const _errs19 = errors;
if(typeof data6 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[1].properties.type.type,parentSchema:schema0.items.oneOf[1].properties.type,data:data6}];
return false;
}
if(!(data6 === "delay")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[1].properties.type.enum,parentSchema:schema0.items.oneOf[1].properties.type,data:data6}];
return false;
}
var valid6 = _errs19 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data0.config !== undefined){
let data7 = data0.config;
const _errs21 = errors;
if(errors === _errs21){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.duration !== undefined){
let data8 = data7.duration;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data8 === "string"){
if(func0(data8, 50)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/duration",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.items.oneOf[1].properties.config.properties.duration,data:data8}];
return false;
}
else {
if(func1(data8, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/duration",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[1].properties.config.properties.duration,data:data8}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/duration",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[1].properties.config.properties.duration.type,parentSchema:schema0.items.oneOf[1].properties.config.properties.duration,data:data8}];
return false;
}
}
var valid8 = _errs23 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data7.until !== undefined){
let data9 = data7.until;
const _errs25 = errors;
if(errors === _errs25){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing3;
if((data9.time === undefined) && (missing3 = "time")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until",schemaPath:"#/items/oneOf/1/properties/config/properties/until/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.items.oneOf[1].properties.config.properties.until.required,parentSchema:schema0.items.oneOf[1].properties.config.properties.until,data:data9}];
return false;
}
else {
if(data9.time !== undefined){
let data10 = data9.time;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data10 === "string"){
if(!pattern0.test(data10)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until/time",schemaPath:"#/items/oneOf/1/properties/config/properties/until/properties/time/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema0.items.oneOf[1].properties.config.properties.until.properties.time,data:data10}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until/time",schemaPath:"#/items/oneOf/1/properties/config/properties/until/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[1].properties.config.properties.until.properties.time.type,parentSchema:schema0.items.oneOf[1].properties.config.properties.until.properties.time,data:data10}];
return false;
}
}
var valid9 = _errs27 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data9.weekdays !== undefined){
let data11 = data9.weekdays;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data11)){
if(data11.length > 7){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until/weekdays",schemaPath:"#/items/oneOf/1/properties/config/properties/until/properties/weekdays/maxItems",keyword:"maxItems",params:{limit: 7},message:"must NOT have more than 7 items",schema:7,parentSchema:schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data11}];
return false;
}
else {
if(data11.length < 1){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until/weekdays",schemaPath:"#/items/oneOf/1/properties/config/properties/until/properties/weekdays/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data11}];
return false;
}
else {
var valid10 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
const _errs31 = errors;
if(typeof data12 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until/weekdays/" + i1,schemaPath:"#/items/oneOf/1/properties/config/properties/until/properties/weekdays/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.type,parentSchema:schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays.items,data:data12}];
return false;
}
if(!(((((((data12 === "monday") || (data12 === "tuesday")) || (data12 === "wednesday")) || (data12 === "thursday")) || (data12 === "friday")) || (data12 === "saturday")) || (data12 === "sunday"))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until/weekdays/" + i1,schemaPath:"#/items/oneOf/1/properties/config/properties/until/properties/weekdays/items/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays.items.enum,parentSchema:schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays.items,data:data12}];
return false;
}
var valid10 = _errs31 === errors;
if(!valid10){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until/weekdays",schemaPath:"#/items/oneOf/1/properties/config/properties/until/properties/weekdays/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays.type,parentSchema:schema0.items.oneOf[1].properties.config.properties.until.properties.weekdays,data:data11}];
return false;
}
}
var valid9 = _errs29 === errors;
}
else {
var valid9 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/until",schemaPath:"#/items/oneOf/1/properties/config/properties/until/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[1].properties.config.properties.until.type,parentSchema:schema0.items.oneOf[1].properties.config.properties.until,data:data9}];
return false;
}
}
var valid8 = _errs25 === errors;
}
else {
var valid8 = true;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/1/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[1].properties.config.type,parentSchema:schema0.items.oneOf[1].properties.config,data:data7}];
return false;
}
}
var valid6 = _errs21 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[1].type,parentSchema:schema0.items.oneOf[1],data:data0}];
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
const _errs33 = errors;
if(errors === _errs33){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing4;
if((((data0.key === undefined) && (missing4 = "key")) || ((data0.type === undefined) && (missing4 = "type"))) || ((data0.config === undefined) && (missing4 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/2/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'",schema:schema0.items.oneOf[2].required,parentSchema:schema0.items.oneOf[2],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data13 = data0.key;
const _errs35 = errors;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data13 === "string"){
if(func0(data13, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data13}];
return false;
}
else {
if(func1(data13, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data13}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data13}];
return false;
}
}
var valid12 = _errs35 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data0.type !== undefined){
let data14 = data0.type;
const _errs38 = errors;
if(typeof data14 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.type.type,parentSchema:schema0.items.oneOf[2].properties.type,data:data14}];
return false;
}
if(!(data14 === "send_email")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[2].properties.type.enum,parentSchema:schema0.items.oneOf[2].properties.type,data:data14}];
return false;
}
var valid12 = _errs38 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data0.config !== undefined){
let data15 = data0.config;
const _errs40 = errors;
if(errors === _errs40){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing5;
if((data15.template === undefined) && (missing5 = "template")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/2/properties/config/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'",schema:schema0.items.oneOf[2].properties.config.required,parentSchema:schema0.items.oneOf[2].properties.config,data:data15}];
return false;
}
else {
if(data15.template !== undefined){
let data16 = data15.template;
const _errs42 = errors;
if(errors === _errs42){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing6;
if((data16.id === undefined) && (missing6 = "id")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/template",schemaPath:"#/items/oneOf/2/properties/config/properties/template/required",keyword:"required",params:{missingProperty: missing6},message:"must have required property '"+missing6+"'",schema:schema0.items.oneOf[2].properties.config.properties.template.required,parentSchema:schema0.items.oneOf[2].properties.config.properties.template,data:data16}];
return false;
}
else {
if(data16.id !== undefined){
let data17 = data16.id;
const _errs44 = errors;
if(errors === _errs44){
if(typeof data17 === "string"){
if(func0(data17, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/template/id",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.id,data:data17}];
return false;
}
else {
if(func1(data17, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/template/id",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.id,data:data17}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/template/id",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.id.type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.id,data:data17}];
return false;
}
}
var valid15 = _errs44 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data16.variables !== undefined){
let data18 = data16.variables;
const _errs46 = errors;
if(errors === _errs46){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length > 50){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/template/variables",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties",schema:50,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables,data:data18}];
return false;
}
else {
for(const key0 in data18){
let data19 = data18[key0];
const _errs49 = errors;
const _errs50 = errors;
let valid17 = false;
const _errs51 = errors;
if(errors === _errs51){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
const _errs53 = errors;
for(const key1 in data19){
if(!(key1 === "var")){
let data20 = data19[key1];
const _errs54 = errors;
const _errs56 = errors;
let valid20 = false;
const _errs57 = errors;
if(typeof data20 !== "string"){
const err0 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.anyOf[0].type,parentSchema:schema3.anyOf[0],data:data20};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid1 = _errs57 === errors;
valid20 = valid20 || _valid1;
const _errs59 = errors;
if(errors === _errs59){
if(typeof data20 == "number"){
if(!(formats0.validate(data20))){
const err1 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema3.anyOf[1],data:data20};
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
const err2 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema3.anyOf[1].type,parentSchema:schema3.anyOf[1],data:data20};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs59 === errors;
valid20 = valid20 || _valid1;
const _errs61 = errors;
if((typeof data20 !== "boolean") && (data20 !== null)){
const err3 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/2/type",keyword:"type",params:{type: schema3.anyOf[2].type},message:"must be boolean,null",schema:schema3.anyOf[2].type,parentSchema:schema3.anyOf[2],data:data20};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid1 = _errs61 === errors;
valid20 = valid20 || _valid1;
if(!valid20){
const err4 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema3.anyOf,parentSchema:schema3,data:data20};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs56;
if(vErrors !== null){
if(_errs56){
vErrors.length = _errs56;
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
if(_errs53 === errors){
if(data19.var !== undefined){
let data21 = data19.var;
const _errs64 = errors;
let valid22 = false;
const _errs65 = errors;
if(typeof data21 !== "string"){
const err5 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[0].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[0],data:data21};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid2 = _errs65 === errors;
valid22 = valid22 || _valid2;
const _errs67 = errors;
if(errors === _errs67){
if(typeof data21 == "number"){
if(!(formats0.validate(data21))){
const err6 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1],data:data21};
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
const err7 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[1],data:data21};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid2 = _errs67 === errors;
valid22 = valid22 || _valid2;
const _errs69 = errors;
if((typeof data21 !== "boolean") && (data21 !== null)){
const err8 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf/2/type",keyword:"type",params:{type: schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2].type},message:"must be boolean,null",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf[2],data:data21};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid2 = _errs69 === errors;
valid22 = valid22 || _valid2;
if(!valid22){
const err9 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/properties/var/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var.anyOf,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].properties.var,data:data21};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs64;
if(vErrors !== null){
if(_errs64){
vErrors.length = _errs64;
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
const err10 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[0],data:data19};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs51 === errors;
valid17 = valid17 || _valid0;
const _errs71 = errors;
if(typeof data19 !== "string"){
const err11 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[1].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[1],data:data19};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs71 === errors;
valid17 = valid17 || _valid0;
const _errs73 = errors;
if(errors === _errs73){
if(typeof data19 == "number"){
if(!(formats0.validate(data19))){
const err12 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/2/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2],data:data19};
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
const err13 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/2/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[2],data:data19};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid0 = _errs73 === errors;
valid17 = valid17 || _valid0;
const _errs75 = errors;
if(typeof data19 !== "boolean"){
const err14 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/3/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[3].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[3],data:data19};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var _valid0 = _errs75 === errors;
valid17 = valid17 || _valid0;
const _errs77 = errors;
if(errors === _errs77){
if(Array.isArray(data19)){
var valid23 = true;
const len2 = data19.length;
for(let i2=0; i2<len2; i2++){
let data22 = data19[i2];
const _errs79 = errors;
const _errs80 = errors;
let valid24 = false;
const _errs81 = errors;
if(typeof data22 !== "string"){
const err15 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[0].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[0],data:data22};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid3 = _errs81 === errors;
valid24 = valid24 || _valid3;
const _errs83 = errors;
if(errors === _errs83){
if(typeof data22 == "number"){
if(!(formats0.validate(data22))){
const err16 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1],data:data22};
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
const err17 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[1],data:data22};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid3 = _errs83 === errors;
valid24 = valid24 || _valid3;
const _errs85 = errors;
if((typeof data22 !== "boolean") && (data22 !== null)){
const err18 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf/2/type",keyword:"type",params:{type: schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2].type},message:"must be boolean,null",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf[2],data:data22};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid3 = _errs85 === errors;
valid24 = valid24 || _valid3;
const _errs87 = errors;
if(!(validate1(data22, {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,parentData:data19,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
var _valid3 = _errs87 === errors;
valid24 = valid24 || _valid3;
if(!valid24){
const err19 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/items/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items.anyOf,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].items,data:data22};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs80;
if(vErrors !== null){
if(_errs80){
vErrors.length = _errs80;
}
else {
vErrors = null;
}
}
}
var valid23 = _errs79 === errors;
if(!valid23){
break;
}
}
}
else {
const err20 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf/4/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4].type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf[4],data:data19};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
var _valid0 = _errs77 === errors;
valid17 = valid17 || _valid0;
if(!valid17){
const err21 = {instancePath:instancePath+"/" + i0+"/config/template/variables/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties.anyOf,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.additionalProperties,data:data19};
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
errors = _errs50;
if(vErrors !== null){
if(_errs50){
vErrors.length = _errs50;
}
else {
vErrors = null;
}
}
}
var valid16 = _errs49 === errors;
if(!valid16){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/template/variables",schemaPath:"#/items/oneOf/2/properties/config/properties/template/properties/variables/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables.type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template.properties.variables,data:data18}];
return false;
}
}
var valid15 = _errs46 === errors;
}
else {
var valid15 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/template",schemaPath:"#/items/oneOf/2/properties/config/properties/template/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[2].properties.config.properties.template.type,parentSchema:schema0.items.oneOf[2].properties.config.properties.template,data:data16}];
return false;
}
}
var valid14 = _errs42 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data15.from !== undefined){
let data23 = data15.from;
const _errs88 = errors;
if(errors === _errs88){
if(typeof data23 === "string"){
if(func0(data23, 998)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/from",schemaPath:"#/items/oneOf/2/properties/config/properties/from/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.items.oneOf[2].properties.config.properties.from,data:data23}];
return false;
}
else {
if(func1(data23, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/from",schemaPath:"#/items/oneOf/2/properties/config/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[2].properties.config.properties.from,data:data23}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/from",schemaPath:"#/items/oneOf/2/properties/config/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.config.properties.from.type,parentSchema:schema0.items.oneOf[2].properties.config.properties.from,data:data23}];
return false;
}
}
var valid14 = _errs88 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data15.subject !== undefined){
let data24 = data15.subject;
const _errs90 = errors;
if(errors === _errs90){
if(typeof data24 === "string"){
if(func0(data24, 998)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/subject",schemaPath:"#/items/oneOf/2/properties/config/properties/subject/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.items.oneOf[2].properties.config.properties.subject,data:data24}];
return false;
}
else {
if(func1(data24, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/subject",schemaPath:"#/items/oneOf/2/properties/config/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[2].properties.config.properties.subject,data:data24}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/subject",schemaPath:"#/items/oneOf/2/properties/config/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.config.properties.subject.type,parentSchema:schema0.items.oneOf[2].properties.config.properties.subject,data:data24}];
return false;
}
}
var valid14 = _errs90 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data15.reply_to !== undefined){
let data25 = data15.reply_to;
const _errs92 = errors;
if(errors === _errs92){
if(typeof data25 === "string"){
if(func0(data25, 998)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/reply_to",schemaPath:"#/items/oneOf/2/properties/config/properties/reply_to/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.items.oneOf[2].properties.config.properties.reply_to,data:data25}];
return false;
}
else {
if(func1(data25, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/reply_to",schemaPath:"#/items/oneOf/2/properties/config/properties/reply_to/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[2].properties.config.properties.reply_to,data:data25}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/reply_to",schemaPath:"#/items/oneOf/2/properties/config/properties/reply_to/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.config.properties.reply_to.type,parentSchema:schema0.items.oneOf[2].properties.config.properties.reply_to,data:data25}];
return false;
}
}
var valid14 = _errs92 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data15.topic_id !== undefined){
let data26 = data15.topic_id;
const _errs94 = errors;
if(errors === _errs94){
if(errors === _errs94){
if(typeof data26 === "string"){
if(!(formats12.test(data26))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/topic_id",schemaPath:"#/items/oneOf/2/properties/config/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.items.oneOf[2].properties.config.properties.topic_id,data:data26}];
return false;
}
else {
if(/[A-Z]/.test(data26)){
data26 = data26.toLowerCase();
data15["topic_id"] = data26;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/topic_id",schemaPath:"#/items/oneOf/2/properties/config/properties/topic_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[2].properties.config.properties.topic_id.type,parentSchema:schema0.items.oneOf[2].properties.config.properties.topic_id,data:data26}];
return false;
}
}
}
var valid14 = _errs94 === errors;
}
else {
var valid14 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/2/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[2].properties.config.type,parentSchema:schema0.items.oneOf[2].properties.config,data:data15}];
return false;
}
}
var valid12 = _errs40 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[2].type,parentSchema:schema0.items.oneOf[2],data:data0}];
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
const _errs96 = errors;
if(errors === _errs96){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing7;
if((((data0.key === undefined) && (missing7 = "key")) || ((data0.type === undefined) && (missing7 = "type"))) || ((data0.config === undefined) && (missing7 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/3/required",keyword:"required",params:{missingProperty: missing7},message:"must have required property '"+missing7+"'",schema:schema0.items.oneOf[3].required,parentSchema:schema0.items.oneOf[3],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data27 = data0.key;
const _errs98 = errors;
const _errs99 = errors;
if(errors === _errs99){
if(typeof data27 === "string"){
if(func0(data27, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data27}];
return false;
}
else {
if(func1(data27, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data27}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data27}];
return false;
}
}
var valid26 = _errs98 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data0.type !== undefined){
let data28 = data0.type;
const _errs101 = errors;
if(typeof data28 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/3/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[3].properties.type.type,parentSchema:schema0.items.oneOf[3].properties.type,data:data28}];
return false;
}
if(!(data28 === "wait_for_event")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/3/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[3].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[3].properties.type.enum,parentSchema:schema0.items.oneOf[3].properties.type,data:data28}];
return false;
}
var valid26 = _errs101 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data0.config !== undefined){
let data29 = data0.config;
const _errs103 = errors;
if(errors === _errs103){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
let missing8;
if((data29.event_name === undefined) && (missing8 = "event_name")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/3/properties/config/required",keyword:"required",params:{missingProperty: missing8},message:"must have required property '"+missing8+"'",schema:schema0.items.oneOf[3].properties.config.required,parentSchema:schema0.items.oneOf[3].properties.config,data:data29}];
return false;
}
else {
if(data29.event_name !== undefined){
let data30 = data29.event_name;
const _errs105 = errors;
const _errs106 = errors;
if(errors === _errs106){
if(typeof data30 === "string"){
if(func0(data30, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/event_name",schemaPath:"#/items/oneOf/0/properties/config/properties/event_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema7,data:data30}];
return false;
}
else {
if(func1(data30, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/event_name",schemaPath:"#/items/oneOf/0/properties/config/properties/event_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema7,data:data30}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/event_name",schemaPath:"#/items/oneOf/0/properties/config/properties/event_name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema7.type,parentSchema:schema7,data:data30}];
return false;
}
}
var valid28 = _errs105 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data29.timeout !== undefined){
let data31 = data29.timeout;
const _errs108 = errors;
const _errs109 = errors;
if(errors === _errs109){
if(typeof data31 === "string"){
if(func0(data31, 50)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/timeout",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema8,data:data31}];
return false;
}
else {
if(func1(data31, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/timeout",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema8,data:data31}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/timeout",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema8.type,parentSchema:schema8,data:data31}];
return false;
}
}
var valid28 = _errs108 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data29.filter_rule !== undefined){
let data32 = data29.filter_rule;
const _errs111 = errors;
if(errors === _errs111){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
const tag1 = data32.type;
if(typeof tag1 == "string"){
if(tag1 === "rule"){
const _errs114 = errors;
if(errors === _errs114){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
let missing9;
if((((data32.type === undefined) && (missing9 = "type")) || ((data32.field === undefined) && (missing9 = "field"))) || ((data32.operator === undefined) && (missing9 = "operator"))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/required",keyword:"required",params:{missingProperty: missing9},message:"must have required property '"+missing9+"'",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].required,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0],data:data32}];
return false;
}
else {
if(data32.type !== undefined){
let data33 = data32.type;
const _errs116 = errors;
if(typeof data33 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/type",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type,data:data33}];
return false;
}
if(!(data33 === "rule")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/type",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type.enum,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.type,data:data33}];
return false;
}
var valid33 = _errs116 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data32.field !== undefined){
let data34 = data32.field;
const _errs118 = errors;
if(errors === _errs118){
if(typeof data34 === "string"){
if(func0(data34, 500)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/field",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data34}];
return false;
}
else {
if(func1(data34, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/field",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data34}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/field",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.field,data:data34}];
return false;
}
}
var valid33 = _errs118 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data32.operator !== undefined){
let data35 = data32.operator;
const _errs120 = errors;
if(typeof data35 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/operator",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/operator/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator,data:data35}];
return false;
}
if(!(((((((((((data35 === "eq") || (data35 === "neq")) || (data35 === "gt")) || (data35 === "gte")) || (data35 === "lt")) || (data35 === "lte")) || (data35 === "contains")) || (data35 === "starts_with")) || (data35 === "ends_with")) || (data35 === "exists")) || (data35 === "is_empty"))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/operator",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/operator/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator.enum,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.operator,data:data35}];
return false;
}
var valid33 = _errs120 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data32.value !== undefined){
let data36 = data32.value;
const _errs122 = errors;
const _errs123 = errors;
let valid34 = false;
const _errs124 = errors;
if(typeof data36 !== "string"){
const err22 = {instancePath:instancePath+"/" + i0+"/config/filter_rule/value",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[0].type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[0],data:data36};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid4 = _errs124 === errors;
valid34 = valid34 || _valid4;
const _errs126 = errors;
if(errors === _errs126){
if(typeof data36 == "number"){
if(!(formats0.validate(data36))){
const err23 = {instancePath:instancePath+"/" + i0+"/config/filter_rule/value",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1],data:data36};
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
const err24 = {instancePath:instancePath+"/" + i0+"/config/filter_rule/value",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1].type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[1],data:data36};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var _valid4 = _errs126 === errors;
valid34 = valid34 || _valid4;
const _errs128 = errors;
if((typeof data36 !== "boolean") && (data36 !== null)){
const err25 = {instancePath:instancePath+"/" + i0+"/config/filter_rule/value",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf/2/type",keyword:"type",params:{type: schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2].type},message:"must be boolean,null",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2].type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf[2],data:data36};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid4 = _errs128 === errors;
valid34 = valid34 || _valid4;
if(!valid34){
const err26 = {instancePath:instancePath+"/" + i0+"/config/filter_rule/value",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/properties/value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value.anyOf,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].properties.value,data:data36};
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
errors = _errs123;
if(vErrors !== null){
if(_errs123){
vErrors.length = _errs123;
}
else {
vErrors = null;
}
}
}
var valid33 = _errs122 === errors;
}
else {
var valid33 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0].type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[0],data:data32}];
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
const _errs130 = errors;
if(errors === _errs130){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
let missing10;
if(((data32.type === undefined) && (missing10 = "type")) || ((data32.rules === undefined) && (missing10 = "rules"))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/required",keyword:"required",params:{missingProperty: missing10},message:"must have required property '"+missing10+"'",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].required,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1],data:data32}];
return false;
}
else {
if(data32.type !== undefined){
let data37 = data32.type;
const _errs132 = errors;
if(typeof data37 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/type",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type,data:data37}];
return false;
}
if(!(data37 === "and")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/type",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type.enum,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.type,data:data37}];
return false;
}
var valid36 = _errs132 === errors;
}
else {
var valid36 = true;
}
if(valid36){
if(data32.rules !== undefined){
let data38 = data32.rules;
const _errs134 = errors;
if(errors === _errs134){
if(Array.isArray(data38)){
if(data38.length > 100){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/rules",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data38}];
return false;
}
else {
if(data38.length < 1){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/rules",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data38}];
return false;
}
else {
var valid37 = true;
const len3 = data38.length;
for(let i3=0; i3<len3; i3++){
const _errs136 = errors;
if(!(validate3(data38[i3], {instancePath:instancePath+"/" + i0+"/config/filter_rule/rules/" + i3,parentData:data38,parentDataProperty:i3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid37 = _errs136 === errors;
if(!valid37){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/rules",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].properties.rules,data:data38}];
return false;
}
}
var valid36 = _errs134 === errors;
}
else {
var valid36 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1].type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[1],data:data32}];
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
const _errs137 = errors;
if(errors === _errs137){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
let missing11;
if(((data32.type === undefined) && (missing11 = "type")) || ((data32.rules === undefined) && (missing11 = "rules"))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/required",keyword:"required",params:{missingProperty: missing11},message:"must have required property '"+missing11+"'",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].required,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2],data:data32}];
return false;
}
else {
if(data32.type !== undefined){
let data40 = data32.type;
const _errs139 = errors;
if(typeof data40 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/type",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type,data:data40}];
return false;
}
if(!(data40 === "or")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/type",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type.enum,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.type,data:data40}];
return false;
}
var valid39 = _errs139 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data32.rules !== undefined){
let data41 = data32.rules;
const _errs141 = errors;
if(errors === _errs141){
if(Array.isArray(data41)){
if(data41.length > 100){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/rules",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data41}];
return false;
}
else {
if(data41.length < 1){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/rules",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data41}];
return false;
}
else {
var valid40 = true;
const len4 = data41.length;
for(let i4=0; i4<len4; i4++){
const _errs143 = errors;
if(!(validate3(data41[i4], {instancePath:instancePath+"/" + i0+"/config/filter_rule/rules/" + i4,parentData:data41,parentDataProperty:i4,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid40 = _errs143 === errors;
if(!valid40){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule/rules",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].properties.rules,data:data41}];
return false;
}
}
var valid39 = _errs141 === errors;
}
else {
var valid39 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2].type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule.oneOf[2],data:data32}];
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
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag1},message:"value of tag \"type\" must be in oneOf",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.discriminator,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule,data:data32}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag1},message:"tag \"type\" must be string",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.discriminator,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule,data:data32}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/filter_rule",schemaPath:"#/items/oneOf/3/properties/config/properties/filter_rule/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[3].properties.config.properties.filter_rule.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.filter_rule,data:data32}];
return false;
}
}
var valid28 = _errs111 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data29.since !== undefined){
let data43 = data29.since;
const _errs144 = errors;
if(typeof data43 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/since",schemaPath:"#/items/oneOf/3/properties/config/properties/since/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[3].properties.config.properties.since.type,parentSchema:schema0.items.oneOf[3].properties.config.properties.since,data:data43}];
return false;
}
if(!((data43 === "wait_started") || (data43 === "run_started"))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/since",schemaPath:"#/items/oneOf/3/properties/config/properties/since/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[3].properties.config.properties.since.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[3].properties.config.properties.since.enum,parentSchema:schema0.items.oneOf[3].properties.config.properties.since,data:data43}];
return false;
}
var valid28 = _errs144 === errors;
}
else {
var valid28 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/3/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[3].properties.config.type,parentSchema:schema0.items.oneOf[3].properties.config,data:data29}];
return false;
}
}
var valid26 = _errs103 === errors;
}
else {
var valid26 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/3/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[3].type,parentSchema:schema0.items.oneOf[3],data:data0}];
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
const _errs146 = errors;
if(errors === _errs146){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing12;
if((((data0.key === undefined) && (missing12 = "key")) || ((data0.type === undefined) && (missing12 = "type"))) || ((data0.config === undefined) && (missing12 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/4/required",keyword:"required",params:{missingProperty: missing12},message:"must have required property '"+missing12+"'",schema:schema0.items.oneOf[4].required,parentSchema:schema0.items.oneOf[4],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data44 = data0.key;
const _errs148 = errors;
const _errs149 = errors;
if(errors === _errs149){
if(typeof data44 === "string"){
if(func0(data44, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data44}];
return false;
}
else {
if(func1(data44, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data44}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data44}];
return false;
}
}
var valid42 = _errs148 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data0.type !== undefined){
let data45 = data0.type;
const _errs151 = errors;
if(typeof data45 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/4/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[4].properties.type.type,parentSchema:schema0.items.oneOf[4].properties.type,data:data45}];
return false;
}
if(!(data45 === "condition")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/4/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[4].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[4].properties.type.enum,parentSchema:schema0.items.oneOf[4].properties.type,data:data45}];
return false;
}
var valid42 = _errs151 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data0.config !== undefined){
const _errs153 = errors;
if(!(validate3(data0.config, {instancePath:instancePath+"/" + i0+"/config",parentData:data0,parentDataProperty:"config",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var valid42 = _errs153 === errors;
}
else {
var valid42 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/4/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[4].type,parentSchema:schema0.items.oneOf[4],data:data0}];
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
const _errs154 = errors;
if(errors === _errs154){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing13;
if((((data0.key === undefined) && (missing13 = "key")) || ((data0.type === undefined) && (missing13 = "type"))) || ((data0.config === undefined) && (missing13 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/5/required",keyword:"required",params:{missingProperty: missing13},message:"must have required property '"+missing13+"'",schema:schema0.items.oneOf[5].required,parentSchema:schema0.items.oneOf[5],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data47 = data0.key;
const _errs156 = errors;
const _errs157 = errors;
if(errors === _errs157){
if(typeof data47 === "string"){
if(func0(data47, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data47}];
return false;
}
else {
if(func1(data47, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data47}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data47}];
return false;
}
}
var valid45 = _errs156 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data0.type !== undefined){
let data48 = data0.type;
const _errs159 = errors;
if(typeof data48 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/5/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[5].properties.type.type,parentSchema:schema0.items.oneOf[5].properties.type,data:data48}];
return false;
}
if(!(data48 === "contact_update")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/5/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[5].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[5].properties.type.enum,parentSchema:schema0.items.oneOf[5].properties.type,data:data48}];
return false;
}
var valid45 = _errs159 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data0.config !== undefined){
let data49 = data0.config;
const _errs161 = errors;
if(errors === _errs161){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
if(data49.first_name !== undefined){
let data50 = data49.first_name;
const _errs163 = errors;
const _errs164 = errors;
let valid48 = false;
const _errs165 = errors;
if((typeof data50 !== "string") && (data50 !== null)){
const err27 = {instancePath:instancePath+"/" + i0+"/config/first_name",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/0/type",keyword:"type",params:{type: schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[0].type},message:"must be string,null",schema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[0].type,parentSchema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[0],data:data50};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var _valid5 = _errs165 === errors;
valid48 = valid48 || _valid5;
const _errs167 = errors;
if(errors === _errs167){
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
let missing14;
if((data50.var === undefined) && (missing14 = "var")){
const err28 = {instancePath:instancePath+"/" + i0+"/config/first_name",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing14},message:"must have required property '"+missing14+"'",schema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[1].required,parentSchema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[1],data:data50};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
else {
if(data50.var !== undefined){
let data51 = data50.var;
const _errs169 = errors;
if(errors === _errs169){
if(typeof data51 === "string"){
if(func0(data51, 500)){
const err29 = {instancePath:instancePath+"/" + i0+"/config/first_name/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data51};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
if(func1(data51, 1)){
const err30 = {instancePath:instancePath+"/" + i0+"/config/first_name/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data51};
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
const err31 = {instancePath:instancePath+"/" + i0+"/config/first_name/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var.type,parentSchema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[1].properties.var,data:data51};
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
const err32 = {instancePath:instancePath+"/" + i0+"/config/first_name",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[1].type,parentSchema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf[1],data:data50};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
var _valid5 = _errs167 === errors;
valid48 = valid48 || _valid5;
if(_valid5){
var props7 = {};
props7.var = true;
}
if(!valid48){
const err33 = {instancePath:instancePath+"/" + i0+"/config/first_name",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[5].properties.config.properties.first_name.anyOf,parentSchema:schema0.items.oneOf[5].properties.config.properties.first_name,data:data50};
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
errors = _errs164;
if(vErrors !== null){
if(_errs164){
vErrors.length = _errs164;
}
else {
vErrors = null;
}
}
}
var valid47 = _errs163 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data49.last_name !== undefined){
let data52 = data49.last_name;
const _errs171 = errors;
const _errs173 = errors;
let valid51 = false;
const _errs174 = errors;
if((typeof data52 !== "string") && (data52 !== null)){
const err34 = {instancePath:instancePath+"/" + i0+"/config/last_name",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/0/type",keyword:"type",params:{type: schema12.anyOf[0].type},message:"must be string,null",schema:schema12.anyOf[0].type,parentSchema:schema12.anyOf[0],data:data52};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var _valid6 = _errs174 === errors;
valid51 = valid51 || _valid6;
const _errs176 = errors;
if(errors === _errs176){
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
let missing15;
if((data52.var === undefined) && (missing15 = "var")){
const err35 = {instancePath:instancePath+"/" + i0+"/config/last_name",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing15},message:"must have required property '"+missing15+"'",schema:schema12.anyOf[1].required,parentSchema:schema12.anyOf[1],data:data52};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
if(data52.var !== undefined){
let data53 = data52.var;
const _errs178 = errors;
if(errors === _errs178){
if(typeof data53 === "string"){
if(func0(data53, 500)){
const err36 = {instancePath:instancePath+"/" + i0+"/config/last_name/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema12.anyOf[1].properties.var,data:data53};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
if(func1(data53, 1)){
const err37 = {instancePath:instancePath+"/" + i0+"/config/last_name/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema12.anyOf[1].properties.var,data:data53};
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
const err38 = {instancePath:instancePath+"/" + i0+"/config/last_name/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.anyOf[1].properties.var.type,parentSchema:schema12.anyOf[1].properties.var,data:data53};
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
const err39 = {instancePath:instancePath+"/" + i0+"/config/last_name",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema12.anyOf[1].type,parentSchema:schema12.anyOf[1],data:data52};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var _valid6 = _errs176 === errors;
valid51 = valid51 || _valid6;
if(_valid6){
var props8 = {};
props8.var = true;
}
if(!valid51){
const err40 = {instancePath:instancePath+"/" + i0+"/config/last_name",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema12.anyOf,parentSchema:schema12,data:data52};
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
errors = _errs173;
if(vErrors !== null){
if(_errs173){
vErrors.length = _errs173;
}
else {
vErrors = null;
}
}
}
var valid47 = _errs171 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data49.unsubscribed !== undefined){
let data54 = data49.unsubscribed;
const _errs180 = errors;
const _errs181 = errors;
let valid53 = false;
const _errs182 = errors;
if(typeof data54 !== "boolean"){
const err41 = {instancePath:instancePath+"/" + i0+"/config/unsubscribed",schemaPath:"#/items/oneOf/5/properties/config/properties/unsubscribed/anyOf/0/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.items.oneOf[5].properties.config.properties.unsubscribed.anyOf[0].type,parentSchema:schema0.items.oneOf[5].properties.config.properties.unsubscribed.anyOf[0],data:data54};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
var _valid7 = _errs182 === errors;
valid53 = valid53 || _valid7;
const _errs184 = errors;
const _errs185 = errors;
if(errors === _errs185){
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
let missing16;
if((data54.var === undefined) && (missing16 = "var")){
const err42 = {instancePath:instancePath+"/" + i0+"/config/unsubscribed",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing16},message:"must have required property '"+missing16+"'",schema:schema13.required,parentSchema:schema13,data:data54};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
if(data54.var !== undefined){
let data55 = data54.var;
const _errs187 = errors;
if(errors === _errs187){
if(typeof data55 === "string"){
if(func0(data55, 500)){
const err43 = {instancePath:instancePath+"/" + i0+"/config/unsubscribed/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data55};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
else {
if(func1(data55, 1)){
const err44 = {instancePath:instancePath+"/" + i0+"/config/unsubscribed/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data55};
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
const err45 = {instancePath:instancePath+"/" + i0+"/config/unsubscribed/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data55};
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
const err46 = {instancePath:instancePath+"/" + i0+"/config/unsubscribed",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data54};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
var _valid7 = _errs184 === errors;
valid53 = valid53 || _valid7;
if(_valid7){
var props9 = {};
props9.var = true;
}
if(!valid53){
const err47 = {instancePath:instancePath+"/" + i0+"/config/unsubscribed",schemaPath:"#/items/oneOf/5/properties/config/properties/unsubscribed/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[5].properties.config.properties.unsubscribed.anyOf,parentSchema:schema0.items.oneOf[5].properties.config.properties.unsubscribed,data:data54};
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
errors = _errs181;
if(vErrors !== null){
if(_errs181){
vErrors.length = _errs181;
}
else {
vErrors = null;
}
}
}
var valid47 = _errs180 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data49.properties !== undefined){
let data56 = data49.properties;
const _errs189 = errors;
if(errors === _errs189){
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
for(const key2 in data56){
let data57 = data56[key2];
const _errs192 = errors;
const _errs193 = errors;
let valid57 = false;
const _errs194 = errors;
if(typeof data57 !== "string"){
const err48 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[0].type,parentSchema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[0],data:data57};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid8 = _errs194 === errors;
valid57 = valid57 || _valid8;
const _errs196 = errors;
if(errors === _errs196){
if(typeof data57 == "number"){
if(!(formats0.validate(data57))){
const err49 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1],data:data57};
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
const err50 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1].type,parentSchema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[1],data:data57};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
var _valid8 = _errs196 === errors;
valid57 = valid57 || _valid8;
const _errs198 = errors;
if((typeof data57 !== "boolean") && (data57 !== null)){
const err51 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf/2/type",keyword:"type",params:{type: schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2].type},message:"must be boolean,null",schema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2].type,parentSchema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf[2],data:data57};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
var _valid8 = _errs198 === errors;
valid57 = valid57 || _valid8;
const _errs200 = errors;
const _errs201 = errors;
if(errors === _errs201){
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
let missing17;
if((data57.var === undefined) && (missing17 = "var")){
const err52 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing17},message:"must have required property '"+missing17+"'",schema:schema13.required,parentSchema:schema13,data:data57};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
else {
if(data57.var !== undefined){
let data58 = data57.var;
const _errs203 = errors;
if(errors === _errs203){
if(typeof data58 === "string"){
if(func0(data58, 500)){
const err53 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data58};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
else {
if(func1(data58, 1)){
const err54 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data58};
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
const err55 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data58};
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
const err56 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data57};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
var _valid8 = _errs200 === errors;
valid57 = valid57 || _valid8;
if(_valid8){
var props10 = {};
props10.var = true;
}
if(!valid57){
const err57 = {instancePath:instancePath+"/" + i0+"/config/properties/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/properties/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties.anyOf,parentSchema:schema0.items.oneOf[5].properties.config.properties.properties.additionalProperties,data:data57};
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
errors = _errs193;
if(vErrors !== null){
if(_errs193){
vErrors.length = _errs193;
}
else {
vErrors = null;
}
}
}
var valid56 = _errs192 === errors;
if(!valid56){
break;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/properties",schemaPath:"#/items/oneOf/5/properties/config/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[5].properties.config.properties.properties.type,parentSchema:schema0.items.oneOf[5].properties.config.properties.properties,data:data56}];
return false;
}
}
var valid47 = _errs189 === errors;
}
else {
var valid47 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/5/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[5].properties.config.type,parentSchema:schema0.items.oneOf[5].properties.config,data:data49}];
return false;
}
}
var valid45 = _errs161 === errors;
}
else {
var valid45 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/5/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[5].type,parentSchema:schema0.items.oneOf[5],data:data0}];
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
const _errs205 = errors;
if(errors === _errs205){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing18;
if((((data0.key === undefined) && (missing18 = "key")) || ((data0.type === undefined) && (missing18 = "type"))) || ((data0.config === undefined) && (missing18 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/6/required",keyword:"required",params:{missingProperty: missing18},message:"must have required property '"+missing18+"'",schema:schema0.items.oneOf[6].required,parentSchema:schema0.items.oneOf[6],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data59 = data0.key;
const _errs207 = errors;
const _errs208 = errors;
if(errors === _errs208){
if(typeof data59 === "string"){
if(func0(data59, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data59}];
return false;
}
else {
if(func1(data59, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data59}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data59}];
return false;
}
}
var valid61 = _errs207 === errors;
}
else {
var valid61 = true;
}
if(valid61){
if(data0.type !== undefined){
let data60 = data0.type;
const _errs210 = errors;
if(typeof data60 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/6/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[6].properties.type.type,parentSchema:schema0.items.oneOf[6].properties.type,data:data60}];
return false;
}
if(!(data60 === "contact_delete")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/6/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[6].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[6].properties.type.enum,parentSchema:schema0.items.oneOf[6].properties.type,data:data60}];
return false;
}
var valid61 = _errs210 === errors;
}
else {
var valid61 = true;
}
if(valid61){
if(data0.config !== undefined){
let data61 = data0.config;
const _errs212 = errors;
const _errs213 = errors;
let valid63 = false;
const _errs214 = errors;
if(!(data61 && typeof data61 == "object" && !Array.isArray(data61))){
const err58 = {instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/6/properties/config/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[6].properties.config.anyOf[0].type,parentSchema:schema0.items.oneOf[6].properties.config.anyOf[0],data:data61};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
var _valid9 = _errs214 === errors;
valid63 = valid63 || _valid9;
const _errs216 = errors;
if(errors === _errs216){
if(Array.isArray(data61)){
if(data61.length > 0){
const err59 = {instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/6/properties/config/anyOf/1/maxItems",keyword:"maxItems",params:{limit: 0},message:"must NOT have more than 0 items",schema:0,parentSchema:schema0.items.oneOf[6].properties.config.anyOf[1],data:data61};
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
const err60 = {instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/6/properties/config/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.items.oneOf[6].properties.config.anyOf[1].type,parentSchema:schema0.items.oneOf[6].properties.config.anyOf[1],data:data61};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
var _valid9 = _errs216 === errors;
valid63 = valid63 || _valid9;
if(!valid63){
const err61 = {instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/6/properties/config/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[6].properties.config.anyOf,parentSchema:schema0.items.oneOf[6].properties.config,data:data61};
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
errors = _errs213;
if(vErrors !== null){
if(_errs213){
vErrors.length = _errs213;
}
else {
vErrors = null;
}
}
}
var valid61 = _errs212 === errors;
}
else {
var valid61 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/6/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[6].type,parentSchema:schema0.items.oneOf[6],data:data0}];
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
const _errs218 = errors;
if(errors === _errs218){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing19;
if((((data0.key === undefined) && (missing19 = "key")) || ((data0.type === undefined) && (missing19 = "type"))) || ((data0.config === undefined) && (missing19 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/7/required",keyword:"required",params:{missingProperty: missing19},message:"must have required property '"+missing19+"'",schema:schema0.items.oneOf[7].required,parentSchema:schema0.items.oneOf[7],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data62 = data0.key;
const _errs220 = errors;
const _errs221 = errors;
if(errors === _errs221){
if(typeof data62 === "string"){
if(func0(data62, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data62}];
return false;
}
else {
if(func1(data62, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data62}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data62}];
return false;
}
}
var valid65 = _errs220 === errors;
}
else {
var valid65 = true;
}
if(valid65){
if(data0.type !== undefined){
let data63 = data0.type;
const _errs223 = errors;
if(typeof data63 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/7/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[7].properties.type.type,parentSchema:schema0.items.oneOf[7].properties.type,data:data63}];
return false;
}
if(!(data63 === "add_to_segment")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/7/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[7].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[7].properties.type.enum,parentSchema:schema0.items.oneOf[7].properties.type,data:data63}];
return false;
}
var valid65 = _errs223 === errors;
}
else {
var valid65 = true;
}
if(valid65){
if(data0.config !== undefined){
let data64 = data0.config;
const _errs225 = errors;
if(errors === _errs225){
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
let missing20;
if((data64.segment_id === undefined) && (missing20 = "segment_id")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/7/properties/config/required",keyword:"required",params:{missingProperty: missing20},message:"must have required property '"+missing20+"'",schema:schema0.items.oneOf[7].properties.config.required,parentSchema:schema0.items.oneOf[7].properties.config,data:data64}];
return false;
}
else {
if(data64.segment_id !== undefined){
let data65 = data64.segment_id;
const _errs228 = errors;
if(errors === _errs228){
if(errors === _errs228){
if(typeof data65 === "string"){
if(!(formats12.test(data65))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/segment_id",schemaPath:"#/items/oneOf/2/properties/config/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema17,data:data65}];
return false;
}
else {
if(/[A-Z]/.test(data65)){
data65 = data65.toLowerCase();
data64["segment_id"] = data65;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/segment_id",schemaPath:"#/items/oneOf/2/properties/config/properties/topic_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema17.type,parentSchema:schema17,data:data65}];
return false;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/7/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[7].properties.config.type,parentSchema:schema0.items.oneOf[7].properties.config,data:data64}];
return false;
}
}
var valid65 = _errs225 === errors;
}
else {
var valid65 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/7/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[7].type,parentSchema:schema0.items.oneOf[7],data:data0}];
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
const _errs230 = errors;
if(errors === _errs230){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing21;
if((((data0.key === undefined) && (missing21 = "key")) || ((data0.type === undefined) && (missing21 = "type"))) || ((data0.config === undefined) && (missing21 = "config"))){
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/8/required",keyword:"required",params:{missingProperty: missing21},message:"must have required property '"+missing21+"'",schema:schema0.items.oneOf[8].required,parentSchema:schema0.items.oneOf[8],data:data0}];
return false;
}
else {
if(data0.key !== undefined){
let data66 = data0.key;
const _errs232 = errors;
const _errs233 = errors;
if(errors === _errs233){
if(typeof data66 === "string"){
if(func0(data66, 255)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data66}];
return false;
}
else {
if(func1(data66, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data66}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/key",schemaPath:"#/items/oneOf/0/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data66}];
return false;
}
}
var valid70 = _errs232 === errors;
}
else {
var valid70 = true;
}
if(valid70){
if(data0.type !== undefined){
let data67 = data0.type;
const _errs235 = errors;
if(typeof data67 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/8/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[8].properties.type.type,parentSchema:schema0.items.oneOf[8].properties.type,data:data67}];
return false;
}
if(!(data67 === "http_request")){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/type",schemaPath:"#/items/oneOf/8/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[8].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[8].properties.type.enum,parentSchema:schema0.items.oneOf[8].properties.type,data:data67}];
return false;
}
var valid70 = _errs235 === errors;
}
else {
var valid70 = true;
}
if(valid70){
if(data0.config !== undefined){
let data68 = data0.config;
const _errs237 = errors;
if(errors === _errs237){
if(data68 && typeof data68 == "object" && !Array.isArray(data68)){
let missing22;
if(((data68.method === undefined) && (missing22 = "method")) || ((data68.url === undefined) && (missing22 = "url"))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/8/properties/config/required",keyword:"required",params:{missingProperty: missing22},message:"must have required property '"+missing22+"'",schema:schema0.items.oneOf[8].properties.config.required,parentSchema:schema0.items.oneOf[8].properties.config,data:data68}];
return false;
}
else {
if(data68.method !== undefined){
let data69 = data68.method;
const _errs239 = errors;
if(typeof data69 !== "string"){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/method",schemaPath:"#/items/oneOf/8/properties/config/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[8].properties.config.properties.method.type,parentSchema:schema0.items.oneOf[8].properties.config.properties.method,data:data69}];
return false;
}
if(!(((((data69 === "GET") || (data69 === "POST")) || (data69 === "PUT")) || (data69 === "PATCH")) || (data69 === "DELETE"))){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/method",schemaPath:"#/items/oneOf/8/properties/config/properties/method/enum",keyword:"enum",params:{allowedValues: schema0.items.oneOf[8].properties.config.properties.method.enum},message:"must be equal to one of the allowed values",schema:schema0.items.oneOf[8].properties.config.properties.method.enum,parentSchema:schema0.items.oneOf[8].properties.config.properties.method,data:data69}];
return false;
}
var valid72 = _errs239 === errors;
}
else {
var valid72 = true;
}
if(valid72){
if(data68.url !== undefined){
let data70 = data68.url;
const _errs241 = errors;
if(errors === _errs241){
if(typeof data70 === "string"){
if(func0(data70, 2000)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/url",schemaPath:"#/items/oneOf/8/properties/config/properties/url/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters",schema:2000,parentSchema:schema0.items.oneOf[8].properties.config.properties.url,data:data70}];
return false;
}
else {
if(func1(data70, 8)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/url",schemaPath:"#/items/oneOf/8/properties/config/properties/url/minLength",keyword:"minLength",params:{limit: 8},message:"must NOT have fewer than 8 characters",schema:8,parentSchema:schema0.items.oneOf[8].properties.config.properties.url,data:data70}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/url",schemaPath:"#/items/oneOf/8/properties/config/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[8].properties.config.properties.url.type,parentSchema:schema0.items.oneOf[8].properties.config.properties.url,data:data70}];
return false;
}
}
var valid72 = _errs241 === errors;
}
else {
var valid72 = true;
}
if(valid72){
if(data68.headers !== undefined){
let data71 = data68.headers;
const _errs243 = errors;
if(errors === _errs243){
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
if(Object.keys(data71).length > 20){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/headers",schemaPath:"#/items/oneOf/8/properties/config/properties/headers/maxProperties",keyword:"maxProperties",params:{limit: 20},message:"must NOT have more than 20 properties",schema:20,parentSchema:schema0.items.oneOf[8].properties.config.properties.headers,data:data71}];
return false;
}
else {
for(const key3 in data71){
let data72 = data71[key3];
const _errs246 = errors;
const _errs247 = errors;
let valid74 = false;
const _errs248 = errors;
if(typeof data72 !== "string"){
const err62 = {instancePath:instancePath+"/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/8/properties/config/properties/headers/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf[0].type,parentSchema:schema0.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf[0],data:data72};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
var _valid10 = _errs248 === errors;
valid74 = valid74 || _valid10;
const _errs250 = errors;
const _errs251 = errors;
if(errors === _errs251){
if(data72 && typeof data72 == "object" && !Array.isArray(data72)){
let missing23;
if((data72.var === undefined) && (missing23 = "var")){
const err63 = {instancePath:instancePath+"/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/required",keyword:"required",params:{missingProperty: missing23},message:"must have required property '"+missing23+"'",schema:schema13.required,parentSchema:schema13,data:data72};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
else {
if(data72.var !== undefined){
let data73 = data72.var;
const _errs253 = errors;
if(errors === _errs253){
if(typeof data73 === "string"){
if(func0(data73, 500)){
const err64 = {instancePath:instancePath+"/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema13.properties.var,data:data73};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
else {
if(func1(data73, 1)){
const err65 = {instancePath:instancePath+"/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.var,data:data73};
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
const err66 = {instancePath:instancePath+"/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/var",schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/properties/var/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.var.type,parentSchema:schema13.properties.var,data:data73};
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
const err67 = {instancePath:instancePath+"/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/5/properties/config/properties/first_name/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data:data72};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
var _valid10 = _errs250 === errors;
valid74 = valid74 || _valid10;
if(_valid10){
var props11 = {};
props11.var = true;
}
if(!valid74){
const err68 = {instancePath:instancePath+"/" + i0+"/config/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/items/oneOf/8/properties/config/properties/headers/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.items.oneOf[8].properties.config.properties.headers.additionalProperties.anyOf,parentSchema:schema0.items.oneOf[8].properties.config.properties.headers.additionalProperties,data:data72};
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
errors = _errs247;
if(vErrors !== null){
if(_errs247){
vErrors.length = _errs247;
}
else {
vErrors = null;
}
}
}
var valid73 = _errs246 === errors;
if(!valid73){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/headers",schemaPath:"#/items/oneOf/8/properties/config/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[8].properties.config.properties.headers.type,parentSchema:schema0.items.oneOf[8].properties.config.properties.headers,data:data71}];
return false;
}
}
var valid72 = _errs243 === errors;
}
else {
var valid72 = true;
}
if(valid72){
if(data68.body !== undefined){
let data74 = data68.body;
const _errs255 = errors;
if(errors === _errs255){
if(data74 && typeof data74 == "object" && !Array.isArray(data74)){
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/body",schemaPath:"#/items/oneOf/8/properties/config/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[8].properties.config.properties.body.type,parentSchema:schema0.items.oneOf[8].properties.config.properties.body,data:data74}];
return false;
}
}
var valid72 = _errs255 === errors;
}
else {
var valid72 = true;
}
if(valid72){
if(data68.timeout !== undefined){
let data75 = data68.timeout;
const _errs258 = errors;
const _errs259 = errors;
if(errors === _errs259){
if(typeof data75 === "string"){
if(func0(data75, 50)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/timeout",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema8,data:data75}];
return false;
}
else {
if(func1(data75, 1)){
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/timeout",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema8,data:data75}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config/timeout",schemaPath:"#/items/oneOf/1/properties/config/properties/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema8.type,parentSchema:schema8,data:data75}];
return false;
}
}
var valid72 = _errs258 === errors;
}
else {
var valid72 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0+"/config",schemaPath:"#/items/oneOf/8/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[8].properties.config.type,parentSchema:schema0.items.oneOf[8].properties.config,data:data68}];
return false;
}
}
var valid70 = _errs237 === errors;
}
else {
var valid70 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/8/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.oneOf[8].type,parentSchema:schema0.items.oneOf[8],data:data0}];
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
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf",schema:schema0.items.discriminator,parentSchema:schema0.items,data:data0}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string",schema:schema0.items.discriminator,parentSchema:schema0.items,data:data0}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.items.type,parentSchema:schema0.items,data:data0}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({})
