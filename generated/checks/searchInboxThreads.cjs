// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{"inbox":{"type":"string"}},"required":["inbox"]},"query":{"type":"object","properties":{"folders":{"type":"array","items":{"type":"string","enum":["inbox","archive","spam","sent","trash"]},"maxItems":10},"labels":{"type":"array","items":{"type":"string","format":"uuid","x-in-lower-case":true},"maxItems":100},"read":{"type":"boolean"},"query":{"type":"string","maxLength":500},"from":{"type":"array","items":{"type":"string","minLength":1,"maxLength":254},"maxItems":20},"to":{"type":"array","items":{"$ref":"#/properties/query/properties/from/items"},"maxItems":20},"cc":{"type":"array","items":{"$ref":"#/properties/query/properties/from/items"},"maxItems":20},"bcc":{"type":"array","items":{"$ref":"#/properties/query/properties/from/items"},"maxItems":20},"has_attachment":{"type":"boolean"},"start_date":{"type":"string","maxLength":40},"end_date":{"type":"string","maxLength":40},"after":{"type":"string","x-in-lower-case":true},"before":{"type":"string","x-in-lower-case":true},"limit":{"type":"integer","format":"int32","minimum":1,"maximum":100,"default":20}},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":["path"]};
const schema1 = {"type":"string","minLength":1,"maxLength":254};
const func0 = Object.prototype.hasOwnProperty;
const func1 = words.isLongerThan;
const func3 = words.isShorterThan;
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats2 = require("ajv-formats/dist/formats").fullFormats.int32;

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
if((data.path === undefined) && (missing0 = "path")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.inbox === undefined) && (missing1 = "inbox")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.path.required,parentSchema:schema0.properties.path,data:data0}];
return false;
}
else {
const _errs4 = errors;
for(const key0 in data0){
if(!(key0 === "inbox")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.inbox !== undefined){
let data1 = data0.inbox;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/path/inbox",schemaPath:"#/properties/path/properties/inbox/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.path.properties.inbox.type,parentSchema:schema0.properties.path.properties.inbox,data:data1}];
return false;
}
}
}
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
let data2 = data.query;
const _errs7 = errors;
if(errors === _errs7){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.limit === undefined){
data2.limit = 20;
}
const _errs9 = errors;
for(const key1 in data2){
if(!(func0.call(schema0.properties.query.properties, key1))){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data2}];
return false;
break;
}
}
if(_errs9 === errors){
if(data2.folders !== undefined){
let data3 = data2.folders;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data3)){
if(data3.length > 10){
validate0.errors = [{instancePath:instancePath+"/query/folders",schemaPath:"#/properties/query/properties/folders/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items",schema:10,parentSchema:schema0.properties.query.properties.folders,data:data3}];
return false;
}
else {
var valid3 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs12 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/folders/" + i0,schemaPath:"#/properties/query/properties/folders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.folders.items.type,parentSchema:schema0.properties.query.properties.folders.items,data:data4}];
return false;
}
if(!(((((data4 === "inbox") || (data4 === "archive")) || (data4 === "spam")) || (data4 === "sent")) || (data4 === "trash"))){
validate0.errors = [{instancePath:instancePath+"/query/folders/" + i0,schemaPath:"#/properties/query/properties/folders/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.folders.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.folders.items.enum,parentSchema:schema0.properties.query.properties.folders.items,data:data4}];
return false;
}
var valid3 = _errs12 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/folders",schemaPath:"#/properties/query/properties/folders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.folders.type,parentSchema:schema0.properties.query.properties.folders,data:data3}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.labels !== undefined){
let data5 = data2.labels;
const _errs14 = errors;
if(errors === _errs14){
if(Array.isArray(data5)){
if(data5.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/labels",schemaPath:"#/properties/query/properties/labels/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.labels,data:data5}];
return false;
}
else {
var valid4 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
const _errs16 = errors;
if(errors === _errs16){
if(errors === _errs16){
if(typeof data6 === "string"){
if(!(formats0.test(data6))){
validate0.errors = [{instancePath:instancePath+"/query/labels/" + i1,schemaPath:"#/properties/query/properties/labels/items/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.query.properties.labels.items,data:data6}];
return false;
}
else {
if(/[A-Z]/.test(data6)){
data6 = data6.toLowerCase();
data5[i1] = data6;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/labels/" + i1,schemaPath:"#/properties/query/properties/labels/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.labels.items.type,parentSchema:schema0.properties.query.properties.labels.items,data:data6}];
return false;
}
}
}
var valid4 = _errs16 === errors;
if(!valid4){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/labels",schemaPath:"#/properties/query/properties/labels/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.labels.type,parentSchema:schema0.properties.query.properties.labels,data:data5}];
return false;
}
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.read !== undefined){
let data7 = data2.read;
const _errs18 = errors;
if(typeof data7 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/query/read",schemaPath:"#/properties/query/properties/read/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.query.properties.read.type,parentSchema:schema0.properties.query.properties.read,data:data7}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.query !== undefined){
let data8 = data2.query;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data8 === "string"){
if(func1(data8, 500)){
validate0.errors = [{instancePath:instancePath+"/query/query",schemaPath:"#/properties/query/properties/query/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema0.properties.query.properties.query,data:data8}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/query",schemaPath:"#/properties/query/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.query.type,parentSchema:schema0.properties.query.properties.query,data:data8}];
return false;
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.from !== undefined){
let data9 = data2.from;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data9)){
if(data9.length > 20){
validate0.errors = [{instancePath:instancePath+"/query/from",schemaPath:"#/properties/query/properties/from/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items",schema:20,parentSchema:schema0.properties.query.properties.from,data:data9}];
return false;
}
else {
var valid5 = true;
const len2 = data9.length;
for(let i2=0; i2<len2; i2++){
let data10 = data9[i2];
const _errs24 = errors;
if(errors === _errs24){
if(typeof data10 === "string"){
if(func1(data10, 254)){
validate0.errors = [{instancePath:instancePath+"/query/from/" + i2,schemaPath:"#/properties/query/properties/from/items/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters",schema:254,parentSchema:schema0.properties.query.properties.from.items,data:data10}];
return false;
}
else {
if(func3(data10, 1)){
validate0.errors = [{instancePath:instancePath+"/query/from/" + i2,schemaPath:"#/properties/query/properties/from/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.query.properties.from.items,data:data10}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/from/" + i2,schemaPath:"#/properties/query/properties/from/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.from.items.type,parentSchema:schema0.properties.query.properties.from.items,data:data10}];
return false;
}
}
var valid5 = _errs24 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/from",schemaPath:"#/properties/query/properties/from/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.from.type,parentSchema:schema0.properties.query.properties.from,data:data9}];
return false;
}
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.to !== undefined){
let data11 = data2.to;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data11)){
if(data11.length > 20){
validate0.errors = [{instancePath:instancePath+"/query/to",schemaPath:"#/properties/query/properties/to/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items",schema:20,parentSchema:schema0.properties.query.properties.to,data:data11}];
return false;
}
else {
var valid6 = true;
const len3 = data11.length;
for(let i3=0; i3<len3; i3++){
let data12 = data11[i3];
const _errs28 = errors;
const _errs29 = errors;
if(errors === _errs29){
if(typeof data12 === "string"){
if(func1(data12, 254)){
validate0.errors = [{instancePath:instancePath+"/query/to/" + i3,schemaPath:"#/properties/query/properties/from/items/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters",schema:254,parentSchema:schema1,data:data12}];
return false;
}
else {
if(func3(data12, 1)){
validate0.errors = [{instancePath:instancePath+"/query/to/" + i3,schemaPath:"#/properties/query/properties/from/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data12}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/to/" + i3,schemaPath:"#/properties/query/properties/from/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data12}];
return false;
}
}
var valid6 = _errs28 === errors;
if(!valid6){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/to",schemaPath:"#/properties/query/properties/to/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.to.type,parentSchema:schema0.properties.query.properties.to,data:data11}];
return false;
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.cc !== undefined){
let data13 = data2.cc;
const _errs31 = errors;
if(errors === _errs31){
if(Array.isArray(data13)){
if(data13.length > 20){
validate0.errors = [{instancePath:instancePath+"/query/cc",schemaPath:"#/properties/query/properties/cc/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items",schema:20,parentSchema:schema0.properties.query.properties.cc,data:data13}];
return false;
}
else {
var valid8 = true;
const len4 = data13.length;
for(let i4=0; i4<len4; i4++){
let data14 = data13[i4];
const _errs33 = errors;
const _errs34 = errors;
if(errors === _errs34){
if(typeof data14 === "string"){
if(func1(data14, 254)){
validate0.errors = [{instancePath:instancePath+"/query/cc/" + i4,schemaPath:"#/properties/query/properties/from/items/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters",schema:254,parentSchema:schema1,data:data14}];
return false;
}
else {
if(func3(data14, 1)){
validate0.errors = [{instancePath:instancePath+"/query/cc/" + i4,schemaPath:"#/properties/query/properties/from/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data14}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/cc/" + i4,schemaPath:"#/properties/query/properties/from/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data14}];
return false;
}
}
var valid8 = _errs33 === errors;
if(!valid8){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/cc",schemaPath:"#/properties/query/properties/cc/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.cc.type,parentSchema:schema0.properties.query.properties.cc,data:data13}];
return false;
}
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.bcc !== undefined){
let data15 = data2.bcc;
const _errs36 = errors;
if(errors === _errs36){
if(Array.isArray(data15)){
if(data15.length > 20){
validate0.errors = [{instancePath:instancePath+"/query/bcc",schemaPath:"#/properties/query/properties/bcc/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items",schema:20,parentSchema:schema0.properties.query.properties.bcc,data:data15}];
return false;
}
else {
var valid10 = true;
const len5 = data15.length;
for(let i5=0; i5<len5; i5++){
let data16 = data15[i5];
const _errs38 = errors;
const _errs39 = errors;
if(errors === _errs39){
if(typeof data16 === "string"){
if(func1(data16, 254)){
validate0.errors = [{instancePath:instancePath+"/query/bcc/" + i5,schemaPath:"#/properties/query/properties/from/items/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters",schema:254,parentSchema:schema1,data:data16}];
return false;
}
else {
if(func3(data16, 1)){
validate0.errors = [{instancePath:instancePath+"/query/bcc/" + i5,schemaPath:"#/properties/query/properties/from/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data16}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/bcc/" + i5,schemaPath:"#/properties/query/properties/from/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data16}];
return false;
}
}
var valid10 = _errs38 === errors;
if(!valid10){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/bcc",schemaPath:"#/properties/query/properties/bcc/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.bcc.type,parentSchema:schema0.properties.query.properties.bcc,data:data15}];
return false;
}
}
var valid2 = _errs36 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.has_attachment !== undefined){
let data17 = data2.has_attachment;
const _errs41 = errors;
if(typeof data17 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/query/has_attachment",schemaPath:"#/properties/query/properties/has_attachment/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.query.properties.has_attachment.type,parentSchema:schema0.properties.query.properties.has_attachment,data:data17}];
return false;
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.start_date !== undefined){
let data18 = data2.start_date;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data18 === "string"){
if(func1(data18, 40)){
validate0.errors = [{instancePath:instancePath+"/query/start_date",schemaPath:"#/properties/query/properties/start_date/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema0.properties.query.properties.start_date,data:data18}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/start_date",schemaPath:"#/properties/query/properties/start_date/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.start_date.type,parentSchema:schema0.properties.query.properties.start_date,data:data18}];
return false;
}
}
var valid2 = _errs43 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.end_date !== undefined){
let data19 = data2.end_date;
const _errs45 = errors;
if(errors === _errs45){
if(typeof data19 === "string"){
if(func1(data19, 40)){
validate0.errors = [{instancePath:instancePath+"/query/end_date",schemaPath:"#/properties/query/properties/end_date/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema0.properties.query.properties.end_date,data:data19}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/end_date",schemaPath:"#/properties/query/properties/end_date/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.end_date.type,parentSchema:schema0.properties.query.properties.end_date,data:data19}];
return false;
}
}
var valid2 = _errs45 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.after !== undefined){
let data20 = data2.after;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data20 === "string"){
if(/[A-Z]/.test(data20)){
data20 = data20.toLowerCase();
data2["after"] = data20;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/after",schemaPath:"#/properties/query/properties/after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.after.type,parentSchema:schema0.properties.query.properties.after,data:data20}];
return false;
}
}
var valid2 = _errs47 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.before !== undefined){
let data21 = data2.before;
const _errs49 = errors;
if(errors === _errs49){
if(typeof data21 === "string"){
if(/[A-Z]/.test(data21)){
data21 = data21.toLowerCase();
data2["before"] = data21;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/before",schemaPath:"#/properties/query/properties/before/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.before.type,parentSchema:schema0.properties.query.properties.before,data:data21}];
return false;
}
}
var valid2 = _errs49 === errors;
}
else {
var valid2 = true;
}
if(valid2){
let data22 = data2.limit;
const _errs51 = errors;
if(!((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22)))){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.query.properties.limit.type,parentSchema:schema0.properties.query.properties.limit,data:data22}];
return false;
}
if(errors === _errs51){
if(typeof data22 == "number"){
if(data22 > 100 || isNaN(data22)){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema0.properties.query.properties.limit,data:data22}];
return false;
}
else {
if(data22 < 1 || isNaN(data22)){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.query.properties.limit,data:data22}];
return false;
}
else {
if(!(formats2.validate(data22))){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.query.properties.limit,data:data22}];
return false;
}
}
}
}
}
var valid2 = _errs51 === errors;
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
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data2}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data23 = data.header;
const _errs53 = errors;
if(errors === _errs53){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data23}];
return false;
}
}
var valid0 = _errs53 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data24 = data.cookie;
const _errs56 = errors;
if(errors === _errs56){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data24}];
return false;
}
}
var valid0 = _errs56 === errors;
}
else {
var valid0 = true;
}
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
