// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["steps","connections"],"properties":{"steps":{"x-shared-field":"AutomationSteps"},"connections":{"type":"array","items":{"type":"object","required":["from","to"],"properties":{"from":{"type":"string","minLength":1,"maxLength":255},"to":{"$ref":"#/properties/requestBody/properties/connections/items/properties/from"},"type":{"default":"default","allOf":[{"type":"string","enum":["default","condition_met","condition_not_met","event_received","timeout"]}]}}},"maxItems":450},"settings":{"x-shared-field":"AutomationSettingsInput"},"payload":{"type":"object","additionalProperties":{}},"contact_id":{"type":"string","format":"uuid","x-in-lower-case":true},"contact":{"type":"object","properties":{"email":{"type":"string","minLength":3,"maxLength":254,"default":"someone@example.com"},"first_name":{"type":["string","null"]},"last_name":{"type":["string","null"]},"unsubscribed":{"type":"boolean","default":false},"properties":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"}]}}}},"at":{"type":"string","format":"date-time"},"events":{"type":"array","items":{"type":"object","required":["event","after"],"properties":{"event":{"type":"string","minLength":1,"maxLength":255},"after":{"type":"string","minLength":1,"maxLength":50},"payload":{"type":"object","additionalProperties":{}}}},"maxItems":100},"answers":{"type":"object","maxProperties":150,"additionalProperties":{"type":"object","properties":{"status":{"type":"integer","format":"int32","minimum":200,"maximum":599,"default":200},"body":{}}}}}}},"required":["requestBody"]};
const schema1 = {"type":"string","minLength":1,"maxLength":255};
const validate1 = require("./AutomationSteps.field.cjs")(words);
const validate2 = require("./AutomationSettingsInput.field.cjs")(words);
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats2 = require("ajv-formats/dist/formats").fullFormats.double;
const formats4 = require("ajv-formats/dist/formats").fullFormats["date-time"];
const formats6 = require("ajv-formats/dist/formats").fullFormats.int32;

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
const _errs4 = errors;
if(!(validate1(data0.steps, {instancePath:instancePath+"/requestBody/steps",parentData:data0,parentDataProperty:"steps",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.connections !== undefined){
let data2 = data0.connections;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
if(data2.length > 450){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections",schemaPath:"#/properties/requestBody/properties/connections/maxItems",keyword:"maxItems",params:{limit: 450},message:"must NOT have more than 450 items",schema:450,parentSchema:schema0.properties.requestBody.properties.connections,data:data2}];
return false;
}
else {
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.type === undefined){
data3.type = "default";
}
let missing2;
if(((data3.from === undefined) && (missing2 = "from")) || ((data3.to === undefined) && (missing2 = "to"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0,schemaPath:"#/properties/requestBody/properties/connections/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.connections.items.required,parentSchema:schema0.properties.requestBody.properties.connections.items,data:data3}];
return false;
}
else {
if(data3.from !== undefined){
let data4 = data3.from;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 === "string"){
if(func0(data4, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/from",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.from,data:data4}];
return false;
}
else {
if(func1(data4, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/from",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.from,data:data4}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/from",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.connections.items.properties.from.type,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.from,data:data4}];
return false;
}
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.to !== undefined){
let data5 = data3.to;
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(func0(data5, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/to",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data5}];
return false;
}
else {
if(func1(data5, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/to",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data5}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/to",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data5}];
return false;
}
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
let data6 = data3.type;
const _errs14 = errors;
if(typeof data6 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/connections/items/properties/type/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0],data:data6}];
return false;
}
if(!(((((data6 === "default") || (data6 === "condition_met")) || (data6 === "condition_not_met")) || (data6 === "event_received")) || (data6 === "timeout"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/connections/items/properties/type/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0],data:data6}];
return false;
}
var valid3 = _errs14 === errors;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0,schemaPath:"#/properties/requestBody/properties/connections/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.connections.items.type,parentSchema:schema0.properties.requestBody.properties.connections.items,data:data3}];
return false;
}
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections",schemaPath:"#/properties/requestBody/properties/connections/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.connections.type,parentSchema:schema0.properties.requestBody.properties.connections,data:data2}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.settings !== undefined){
const _errs17 = errors;
if(!(validate2(data0.settings, {instancePath:instancePath+"/requestBody/settings",parentData:data0,parentDataProperty:"settings",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate2.errors : vErrors.concat(validate2.errors);
errors = vErrors.length;
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.payload !== undefined){
let data8 = data0.payload;
const _errs18 = errors;
if(errors === _errs18){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/payload",schemaPath:"#/properties/requestBody/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.payload.type,parentSchema:schema0.properties.requestBody.properties.payload,data:data8}];
return false;
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.contact_id !== undefined){
let data9 = data0.contact_id;
const _errs21 = errors;
if(errors === _errs21){
if(errors === _errs21){
if(typeof data9 === "string"){
if(!(formats0.test(data9))){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact_id",schemaPath:"#/properties/requestBody/properties/contact_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.contact_id,data:data9}];
return false;
}
else {
if(/[A-Z]/.test(data9)){
data9 = data9.toLowerCase();
data0["contact_id"] = data9;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact_id",schemaPath:"#/properties/requestBody/properties/contact_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact_id.type,parentSchema:schema0.properties.requestBody.properties.contact_id,data:data9}];
return false;
}
}
}
var valid1 = _errs21 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.contact !== undefined){
let data10 = data0.contact;
const _errs23 = errors;
if(errors === _errs23){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.email === undefined){
data10.email = "someone@example.com";
}
if(data10.unsubscribed === undefined){
data10.unsubscribed = false;
}
let data11 = data10.email;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data11 === "string"){
if(func0(data11, 254)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters",schema:254,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data11}];
return false;
}
else {
if(func1(data11, 3)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters",schema:3,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data11}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact.properties.email.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data11}];
return false;
}
}
var valid6 = _errs25 === errors;
if(valid6){
if(data10.first_name !== undefined){
let data12 = data10.first_name;
const _errs27 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/first_name",schemaPath:"#/properties/requestBody/properties/contact/properties/first_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.contact.properties.first_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.contact.properties.first_name.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.first_name,data:data12}];
return false;
}
var valid6 = _errs27 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data10.last_name !== undefined){
let data13 = data10.last_name;
const _errs29 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/last_name",schemaPath:"#/properties/requestBody/properties/contact/properties/last_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.contact.properties.last_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.contact.properties.last_name.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.last_name,data:data13}];
return false;
}
var valid6 = _errs29 === errors;
}
else {
var valid6 = true;
}
if(valid6){
let data14 = data10.unsubscribed;
const _errs31 = errors;
if(typeof data14 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/unsubscribed",schemaPath:"#/properties/requestBody/properties/contact/properties/unsubscribed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.contact.properties.unsubscribed.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.unsubscribed,data:data14}];
return false;
}
var valid6 = _errs31 === errors;
if(valid6){
if(data10.properties !== undefined){
let data15 = data10.properties;
const _errs33 = errors;
if(errors === _errs33){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key0 in data15){
let data16 = data15[key0];
const _errs36 = errors;
const _errs37 = errors;
let valid8 = false;
const _errs38 = errors;
if(typeof data16 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/contact/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[0],data:data16};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs38 === errors;
valid8 = valid8 || _valid0;
const _errs40 = errors;
if(errors === _errs40){
if(typeof data16 == "number"){
if(!(formats2.validate(data16))){
const err1 = {instancePath:instancePath+"/requestBody/contact/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1],data:data16};
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
const err2 = {instancePath:instancePath+"/requestBody/contact/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1],data:data16};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs40 === errors;
valid8 = valid8 || _valid0;
if(!valid8){
const err3 = {instancePath:instancePath+"/requestBody/contact/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties,data:data16};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs37;
if(vErrors !== null){
if(_errs37){
vErrors.length = _errs37;
}
else {
vErrors = null;
}
}
}
var valid7 = _errs36 === errors;
if(!valid7){
break;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/properties",schemaPath:"#/properties/requestBody/properties/contact/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.contact.properties.properties.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties,data:data15}];
return false;
}
}
var valid6 = _errs33 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact",schemaPath:"#/properties/requestBody/properties/contact/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.contact.type,parentSchema:schema0.properties.requestBody.properties.contact,data:data10}];
return false;
}
}
var valid1 = _errs23 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.at !== undefined){
let data17 = data0.at;
const _errs42 = errors;
if(errors === _errs42){
if(errors === _errs42){
if(typeof data17 === "string"){
if(!(formats4.validate(data17))){
validate0.errors = [{instancePath:instancePath+"/requestBody/at",schemaPath:"#/properties/requestBody/properties/at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema0.properties.requestBody.properties.at,data:data17}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/at",schemaPath:"#/properties/requestBody/properties/at/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.at.type,parentSchema:schema0.properties.requestBody.properties.at,data:data17}];
return false;
}
}
}
var valid1 = _errs42 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.events !== undefined){
let data18 = data0.events;
const _errs44 = errors;
if(errors === _errs44){
if(Array.isArray(data18)){
if(data18.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.events,data:data18}];
return false;
}
else {
var valid9 = true;
const len1 = data18.length;
for(let i1=0; i1<len1; i1++){
let data19 = data18[i1];
const _errs46 = errors;
if(errors === _errs46){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing3;
if(((data19.event === undefined) && (missing3 = "event")) || ((data19.after === undefined) && (missing3 = "after"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1,schemaPath:"#/properties/requestBody/properties/events/items/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.properties.events.items.required,parentSchema:schema0.properties.requestBody.properties.events.items,data:data19}];
return false;
}
else {
if(data19.event !== undefined){
let data20 = data19.event;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data20 === "string"){
if(func0(data20, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data20}];
return false;
}
else {
if(func1(data20, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data20}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.events.items.properties.event.type,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data20}];
return false;
}
}
var valid10 = _errs48 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data19.after !== undefined){
let data21 = data19.after;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data21 === "string"){
if(func0(data21, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1+"/after",schemaPath:"#/properties/requestBody/properties/events/items/properties/after/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.events.items.properties.after,data:data21}];
return false;
}
else {
if(func1(data21, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1+"/after",schemaPath:"#/properties/requestBody/properties/events/items/properties/after/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.events.items.properties.after,data:data21}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1+"/after",schemaPath:"#/properties/requestBody/properties/events/items/properties/after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.events.items.properties.after.type,parentSchema:schema0.properties.requestBody.properties.events.items.properties.after,data:data21}];
return false;
}
}
var valid10 = _errs50 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data19.payload !== undefined){
let data22 = data19.payload;
const _errs52 = errors;
if(errors === _errs52){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1+"/payload",schemaPath:"#/properties/requestBody/properties/events/items/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.events.items.properties.payload.type,parentSchema:schema0.properties.requestBody.properties.events.items.properties.payload,data:data22}];
return false;
}
}
var valid10 = _errs52 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i1,schemaPath:"#/properties/requestBody/properties/events/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.events.items.type,parentSchema:schema0.properties.requestBody.properties.events.items,data:data19}];
return false;
}
}
var valid9 = _errs46 === errors;
if(!valid9){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.events.type,parentSchema:schema0.properties.requestBody.properties.events,data:data18}];
return false;
}
}
var valid1 = _errs44 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.answers !== undefined){
let data23 = data0.answers;
const _errs55 = errors;
if(errors === _errs55){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(Object.keys(data23).length > 150){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers",schemaPath:"#/properties/requestBody/properties/answers/maxProperties",keyword:"maxProperties",params:{limit: 150},message:"must NOT have more than 150 properties",schema:150,parentSchema:schema0.properties.requestBody.properties.answers,data:data23}];
return false;
}
else {
for(const key1 in data23){
let data24 = data23[key1];
const _errs58 = errors;
if(errors === _errs58){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
if(data24.status === undefined){
data24.status = 200;
}
let data25 = data24.status;
const _errs60 = errors;
if(!((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25)))){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status.type,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data25}];
return false;
}
if(errors === _errs60){
if(typeof data25 == "number"){
if(data25 > 599 || isNaN(data25)){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/maximum",keyword:"maximum",params:{comparison: "<=", limit: 599},message:"must be <= 599",schema:599,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data25}];
return false;
}
else {
if(data25 < 200 || isNaN(data25)){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/minimum",keyword:"minimum",params:{comparison: ">=", limit: 200},message:"must be >= 200",schema:200,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data25}];
return false;
}
else {
if(!(formats6.validate(data25))){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data25}];
return false;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.answers.additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties,data:data24}];
return false;
}
}
var valid11 = _errs58 === errors;
if(!valid11){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/answers",schemaPath:"#/properties/requestBody/properties/answers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.answers.type,parentSchema:schema0.properties.requestBody.properties.answers,data:data23}];
return false;
}
}
var valid1 = _errs55 === errors;
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
require("./getJwks.parameters.cjs")(words),
]
