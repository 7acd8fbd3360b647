// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"payload":{"type":"object","additionalProperties":{}},"contact_id":{"type":"string","format":"uuid","x-in-lower-case":true},"contact":{"type":"object","properties":{"email":{"type":"string","minLength":3,"maxLength":254,"default":"someone@example.com"},"first_name":{"type":["string","null"]},"last_name":{"type":["string","null"]},"unsubscribed":{"type":"boolean","default":false},"properties":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"}]}}}},"at":{"type":"string","format":"date-time"},"events":{"type":"array","items":{"type":"object","required":["event","after"],"properties":{"event":{"type":"string","minLength":1,"maxLength":255},"after":{"type":"string","minLength":1,"maxLength":50},"payload":{"type":"object","additionalProperties":{}}}},"maxItems":100},"answers":{"type":"object","maxProperties":150,"additionalProperties":{"type":"object","properties":{"status":{"type":"integer","format":"int32","minimum":200,"maximum":599,"default":200},"body":{}}}}}}},"required":[]};
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats2 = require("ajv-formats/dist/formats").fullFormats.double;
const formats4 = require("ajv-formats/dist/formats").fullFormats["date-time"];
const formats6 = require("ajv-formats/dist/formats").fullFormats.int32;
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;

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
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.payload !== undefined){
let data1 = data0.payload;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/payload",schemaPath:"#/properties/requestBody/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.payload.type,parentSchema:schema0.properties.requestBody.properties.payload,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.contact_id !== undefined){
let data2 = data0.contact_id;
const _errs7 = errors;
if(errors === _errs7){
if(errors === _errs7){
if(typeof data2 === "string"){
if(!(formats0.test(data2))){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact_id",schemaPath:"#/properties/requestBody/properties/contact_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.contact_id,data:data2}];
return false;
}
else {
if(/[A-Z]/.test(data2)){
data2 = data2.toLowerCase();
data0["contact_id"] = data2;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact_id",schemaPath:"#/properties/requestBody/properties/contact_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact_id.type,parentSchema:schema0.properties.requestBody.properties.contact_id,data:data2}];
return false;
}
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.contact !== undefined){
let data3 = data0.contact;
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.email === undefined){
data3.email = "someone@example.com";
}
if(data3.unsubscribed === undefined){
data3.unsubscribed = false;
}
let data4 = data3.email;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(func0(data4, 254)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters",schema:254,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data4}];
return false;
}
else {
if(func1(data4, 3)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters",schema:3,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data4}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/email",schemaPath:"#/properties/requestBody/properties/contact/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact.properties.email.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.email,data:data4}];
return false;
}
}
var valid2 = _errs11 === errors;
if(valid2){
if(data3.first_name !== undefined){
let data5 = data3.first_name;
const _errs13 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/first_name",schemaPath:"#/properties/requestBody/properties/contact/properties/first_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.contact.properties.first_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.contact.properties.first_name.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.first_name,data:data5}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.last_name !== undefined){
let data6 = data3.last_name;
const _errs15 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/last_name",schemaPath:"#/properties/requestBody/properties/contact/properties/last_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.contact.properties.last_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.contact.properties.last_name.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.last_name,data:data6}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
let data7 = data3.unsubscribed;
const _errs17 = errors;
if(typeof data7 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/unsubscribed",schemaPath:"#/properties/requestBody/properties/contact/properties/unsubscribed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.contact.properties.unsubscribed.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.unsubscribed,data:data7}];
return false;
}
var valid2 = _errs17 === errors;
if(valid2){
if(data3.properties !== undefined){
let data8 = data3.properties;
const _errs19 = errors;
if(errors === _errs19){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key0 in data8){
let data9 = data8[key0];
const _errs22 = errors;
const _errs23 = errors;
let valid4 = false;
const _errs24 = errors;
if(typeof data9 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/contact/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[0],data:data9};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs24 === errors;
valid4 = valid4 || _valid0;
const _errs26 = errors;
if(errors === _errs26){
if(typeof data9 == "number"){
if(!(formats2.validate(data9))){
const err1 = {instancePath:instancePath+"/requestBody/contact/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1],data:data9};
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
const err2 = {instancePath:instancePath+"/requestBody/contact/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf[1],data:data9};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs26 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const err3 = {instancePath:instancePath+"/requestBody/contact/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/contact/properties/properties/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties.additionalProperties,data:data9};
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
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
}
var valid3 = _errs22 === errors;
if(!valid3){
break;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact/properties",schemaPath:"#/properties/requestBody/properties/contact/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.contact.properties.properties.type,parentSchema:schema0.properties.requestBody.properties.contact.properties.properties,data:data8}];
return false;
}
}
var valid2 = _errs19 === errors;
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
validate0.errors = [{instancePath:instancePath+"/requestBody/contact",schemaPath:"#/properties/requestBody/properties/contact/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.contact.type,parentSchema:schema0.properties.requestBody.properties.contact,data:data3}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.at !== undefined){
let data10 = data0.at;
const _errs28 = errors;
if(errors === _errs28){
if(errors === _errs28){
if(typeof data10 === "string"){
if(!(formats4.validate(data10))){
validate0.errors = [{instancePath:instancePath+"/requestBody/at",schemaPath:"#/properties/requestBody/properties/at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema0.properties.requestBody.properties.at,data:data10}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/at",schemaPath:"#/properties/requestBody/properties/at/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.at.type,parentSchema:schema0.properties.requestBody.properties.at,data:data10}];
return false;
}
}
}
var valid1 = _errs28 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.events !== undefined){
let data11 = data0.events;
const _errs30 = errors;
if(errors === _errs30){
if(Array.isArray(data11)){
if(data11.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.events,data:data11}];
return false;
}
else {
var valid5 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
const _errs32 = errors;
if(errors === _errs32){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing0;
if(((data12.event === undefined) && (missing0 = "event")) || ((data12.after === undefined) && (missing0 = "after"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0,schemaPath:"#/properties/requestBody/properties/events/items/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.properties.requestBody.properties.events.items.required,parentSchema:schema0.properties.requestBody.properties.events.items,data:data12}];
return false;
}
else {
if(data12.event !== undefined){
let data13 = data12.event;
const _errs34 = errors;
if(errors === _errs34){
if(typeof data13 === "string"){
if(func0(data13, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data13}];
return false;
}
else {
if(func1(data13, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data13}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0+"/event",schemaPath:"#/properties/requestBody/properties/events/items/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.events.items.properties.event.type,parentSchema:schema0.properties.requestBody.properties.events.items.properties.event,data:data13}];
return false;
}
}
var valid6 = _errs34 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.after !== undefined){
let data14 = data12.after;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data14 === "string"){
if(func0(data14, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0+"/after",schemaPath:"#/properties/requestBody/properties/events/items/properties/after/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.events.items.properties.after,data:data14}];
return false;
}
else {
if(func1(data14, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0+"/after",schemaPath:"#/properties/requestBody/properties/events/items/properties/after/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.events.items.properties.after,data:data14}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0+"/after",schemaPath:"#/properties/requestBody/properties/events/items/properties/after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.events.items.properties.after.type,parentSchema:schema0.properties.requestBody.properties.events.items.properties.after,data:data14}];
return false;
}
}
var valid6 = _errs36 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.payload !== undefined){
let data15 = data12.payload;
const _errs38 = errors;
if(errors === _errs38){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0+"/payload",schemaPath:"#/properties/requestBody/properties/events/items/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.events.items.properties.payload.type,parentSchema:schema0.properties.requestBody.properties.events.items.properties.payload,data:data15}];
return false;
}
}
var valid6 = _errs38 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0,schemaPath:"#/properties/requestBody/properties/events/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.events.items.type,parentSchema:schema0.properties.requestBody.properties.events.items,data:data12}];
return false;
}
}
var valid5 = _errs32 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.events.type,parentSchema:schema0.properties.requestBody.properties.events,data:data11}];
return false;
}
}
var valid1 = _errs30 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.answers !== undefined){
let data16 = data0.answers;
const _errs41 = errors;
if(errors === _errs41){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length > 150){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers",schemaPath:"#/properties/requestBody/properties/answers/maxProperties",keyword:"maxProperties",params:{limit: 150},message:"must NOT have more than 150 properties",schema:150,parentSchema:schema0.properties.requestBody.properties.answers,data:data16}];
return false;
}
else {
for(const key1 in data16){
let data17 = data16[key1];
const _errs44 = errors;
if(errors === _errs44){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.status === undefined){
data17.status = 200;
}
let data18 = data17.status;
const _errs46 = errors;
if(!((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18)))){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status.type,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data18}];
return false;
}
if(errors === _errs46){
if(typeof data18 == "number"){
if(data18 > 599 || isNaN(data18)){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/maximum",keyword:"maximum",params:{comparison: "<=", limit: 599},message:"must be <= 599",schema:599,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data18}];
return false;
}
else {
if(data18 < 200 || isNaN(data18)){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/minimum",keyword:"minimum",params:{comparison: ">=", limit: 200},message:"must be >= 200",schema:200,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data18}];
return false;
}
else {
if(!(formats6.validate(data18))){
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/properties/status/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties.properties.status,data:data18}];
return false;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/answers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/answers/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.answers.additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.answers.additionalProperties,data:data17}];
return false;
}
}
var valid7 = _errs44 === errors;
if(!valid7){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/answers",schemaPath:"#/properties/requestBody/properties/answers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.answers.type,parentSchema:schema0.properties.requestBody.properties.answers,data:data16}];
return false;
}
}
var valid1 = _errs41 === errors;
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
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
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
require("./getAutomation.parameters.cjs")(words),
]
