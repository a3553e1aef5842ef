/** Words that say how something is asked, not what. */
const stopWords: ReadonlySet<string> = new Set(
  `a about after again all also always am an and any are as ask at automation away be because been
  before being between but by came can cannot come comes could did do does doing done each either else etc every
  few find flow flows for from get gets getting give given go goes going got had happen happens has have
  having he her here him his how i if im in instead into is it its job jobs just keep let like lot made make makes making many
  may me might more most much must my myself need needed needs no not now of off often on once one ones only or
  other our out over own please process put run runs same say says search see she should show so some
  such take takes tell than thank thanks that the their them then there these they thing things this those through to
  today together too try under until up us use used using very via want wants was way we were what when where whether which
  while who whole whom whose why will with within without workflow workflows would yet you your`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words of the trade that stand for each other in descriptions of flows, one group a line; `back-up` is one word or two. */
const groups = `
mail email smtp imap inbox mailbox newsletter
ticket issue case incident help-desk desk support jira zendesk complaint
chat slack message teams channel discord mattermost
notify notification alert inform announce message ping warn remind reminder post
payment pay stripe charge billing bill card check-out paypal
invoice bill billing receivable dunning
refund reimburse repay pay-back money-back chargeback return credit
expense reimbursement receipt spending
overdue late unpaid outstanding dunning reminder delinquent
schedule cron nightly daily hourly weekly monthly timer periodic recurring night morning
nightly night daily evening overnight
weekly week monday friday
monthly month
yearly annual year
customer client buyer user account consumer shopper guest
supplier vendor provider seller
employee staff colleague worker hire personnel joiner teammate hr
onboard onboarding welcome hire newcomer joiner introduce
offboard offboarding leaver terminate resign departure quit leaving
vacation leave holiday absence time-off day-off pto sick
salary payroll wage wages compensation
recruit applicant candidate hiring interview resume vacancy
order purchase sale cart basket check-out
product item article sku catalogue catalog goods
stock inventory warehouse restock replenish supply supplies shelf
ship shipment shipping deliver delivery parcel carrier dispatch courier package fulfil fulfilment fulfillment track
return rma send-back
cancel abort stop terminate revoke withdraw
approve approval confirm sign-off authorize consent accept permission review decide
reject refuse decline deny
report summary digest overview statistics stats figures numbers kpi metrics dashboard
summarize summary digest condense shorten brief
export download dump extract csv spreadsheet excel
import upload load ingest
spreadsheet excel csv sheet table
sync synchronize mirror replicate copy transfer migrate update
database sql postgres mysql mariadb table warehouse
back-up snapshot archive dump restore saved
restore recover recovery roll-back
clean-up clean purge prune delete remove expire tidy wipe old stale
delete remove erase purge forget drop
gdpr privacy erasure forget personal dsgvo
archive store retain keep back-up
monitor watch health uptime status probe check heartbeat
outage down incident failure unavailable unreachable offline broken
error failure fault fail crash exception broken problem wrong
retry repeat redeliver again
escalate escalation urgent pager on-call pager-duty
on-call pager pager-duty shift rotation duty
deploy release roll-out publish ship launch
build ci pipeline compile test
server host machine node vm instance
certificate tls ssl https
renew renewal extend expire expiry prolong
expire expiry expiration end renew
rotate rotation renew password secret key credential
password credential log-in secret
log-in sign-in sign-on log-on authenticate sso
sign-up register registration subscribe join enroll
unsubscribe opt-out leave churn cancel
subscription subscribe plan membership renewal
trial free demo evaluation
churn retention cancel leaving lost
lead prospect opportunity crm sales hubspot salesforce contact
crm salesforce hubspot contact lead
sale revenue turnover income deal
quote quotation offer proposal estimate
contract agreement document signature esign docusign
sign signature esign docusign
discount coupon voucher promotion promo
price pricing cost rate tariff
currency exchange rate forex fx conversion
tax vat gst fiscal
accounting ledger bookkeeping finance booking accountant
reconcile reconciliation match compare
bank transaction transfer iban statement
budget spend cost expense limit
fraud suspicious risk scam abuse
review feedback rating survey opinion nps satisfaction
survey questionnaire poll feedback form
translate translation language localize
transcribe transcript speech audio recording voice
meeting calendar appointment event invite agenda
calendar appointment event meeting booking reservation
booking reservation reserve book
phone call telephone sms twilio
sms text phone mobile
pdf document file scan
scan ocr document receipt recognize
file document attachment folder upload
photo image picture thumbnail resize
video clip recording
web-site web page home-page site url link
social twitter facebook linkedin instagram tweet post
blog post article publish content
weather forecast temperature
address location geocode map postal
sensor iot device mqtt telemetry temperature
temperature heat cold warm cool thermometer fridge
webhook callback hook event
api endpoint service rest http
queue broker kafka rabbitmq nats topic
classify categorize label triage sort route tag
triage prioritize route classify assign
assign allocate route distribute
duplicate dedupe merge double twice
enrich complete look-up augment
look-up search find query fetch
validate check verify verification inspect
kyc identity verify verification passport
vulnerability cve security scan patch
security audit access vulnerability threat
access permission role right grant entitlement
audit compliance log trail
log journal record trail
ai llm gpt openai model agent assistant
code repository git github gitlab merge commit pull-request
github gitlab repository pull
cloud aws azure gcp s3 bucket
bucket s3 storage blob
cost spend bill cloud
feature flag toggle switch
disable deactivate turn-off lock block suspend
enable activate turn-on unlock
create add new open provision set-up
set-up provision configure install create
change update modify edit alter
kitchen menu restaurant meal food
patient doctor clinic medical hospital
student course school teacher class lesson
donation donor charity gift
rent tenant lease apartment property
remind chase nudge follow-up
reply answer respond response autoresponder
faq knowledge question answer documentation wiki
attendance hours timesheet time-tracking clock
training course certification learning
laptop hardware device equipment asset
visitor guest reception badge
travel trip flight hotel journey
fleet vehicle car truck route driver
production manufacturing factory machine assembly
quality defect inspection check
energy electricity meter power consumption
insurance claim policy damage
loan credit mortgage borrower
forecast prediction plan projection
target goal quota okr
commission bonus reward incentive
loyalty points reward member
campaign marketing promotion newsletter audience
segment audience group cohort
sponsor partner affiliate reseller
deadline due reminder overdue
label tag classify
address validate postal geocode
anonymize mask pseudonymize redact personal
encrypt decrypt cipher
capacity scale autoscale load traffic
latency slow performance response
restart reboot recycle
dns domain nameserver
version release upgrade update
license seat entitlement
asset inventory cmdb
feed rss news digest
crawl scrape crawler fetch
competitor price scrape
embed vector rag knowledge
chatbot assistant bot ai
morning daily start
weekend saturday sunday
quarter quarterly
repair maintenance fix service
`;

/** Forms of words that no rule yields. */
const irregular: Readonly<Record<string, string>> = {
  paid: 'pay',
  sent: 'send',
  bought: 'buy',
  sold: 'sell',
  lost: 'lose',
  broke: 'break',
  broken: 'break',
  written: 'write',
  wrote: 'write',
  built: 'build',
  left: 'leave',
  spent: 'spend',
  people: 'person',
  said: 'say',
};

const irregularForms = new Map<string, string[]>();
for (const [form, base] of Object.entries(irregular))
  irregularForms.set(base, [...(irregularForms.get(base) ?? []), form]);

const endings = [
  'ifications',
  'ification',
  'izations',
  'ization',
  'isation',
  'ations',
  'ation',
  'ments',
  'ment',
  'ities',
  'ings',
  'ions',
  'izes',
  'ized',
  'ifies',
  'ified',
  'ity',
  'ize',
  'ise',
  'ify',
  'ing',
  'ion',
  'ies',
  'ied',
  'als',
  'al',
  'ed',
  'es',
  's',
  'e',
  'y',
];

/** Letters that a stem keeps. */
const minStem = 4;

/** Returns the beginning that the forms of an English word share: `approv` for approve, approval and approving. */
export function toStem(word: string): string {
  const base = Object.hasOwn(irregular, word) ? (irregular[word] ?? word) : word;
  let stem = base;
  for (const ending of endings) {
    if (!stem.endsWith(ending) || stem.length - ending.length < minStem) continue;
    stem = stem.slice(0, -ending.length);
    break;
  }
  // A plural has its ending before the `s`, and a verb its `e`: shipments, invoices.
  if (stem.length > minStem && /[ey]$/.test(stem)) stem = stem.slice(0, -1);
  return stem.length > minStem && /([b-df-hj-np-tv-z])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

const synonyms = readGroups();

function readGroups(): ReadonlyMap<string, ReadonlySet<string>> {
  const byStem = new Map<string, Set<string>>();
  for (const line of groups.trim().split('\n')) {
    const words = line.replaceAll('-', '').split(' ');
    for (const word of words) {
      const stem = toStem(word);
      const others = byStem.get(stem) ?? new Set();
      for (const other of words) if (toStem(other) !== stem) others.add(other);
      byStem.set(stem, others);
    }
  }
  return byStem;
}

/** A word of a query with what stands for it. */
export interface Concept {
  readonly word: string;
  /** Forms of the word that do not begin with its stem. */
  readonly forms: readonly string[];
  readonly synonyms: readonly string[];
}

/** Words of a query that are searched. */
const maxConcepts = 12;

/**
 * Returns what the words of a query ask for, without the words that only ask; two words that the trade writes as one are one:
 * `sign up`, `send it back`. A query of such words alone is searched for all of them.
 */
export function findConcepts(words: readonly string[]): Concept[] {
  const wordsAsked: string[] = [];
  const joinedParts = new Set<number>();
  words.forEach((word, at) => {
    if (joinedParts.has(at)) return;
    const part = findPart(words, at);
    if (part !== undefined) joinedParts.add(part);
    if (part !== undefined) wordsAsked.push(`${word}${words[part]}`);
    else if (!isStopWord(word)) wordsAsked.push(word);
  });
  const terms = wordsAsked.length > 0 ? wordsAsked : words;
  const byStem = new Map(terms.map((word) => [toStem(word), toConcept(word)]));
  return [...byStem.values()].slice(0, maxConcepts);
}

const joinedWords = new Set((groups.match(/\w+-\w+/g) ?? []).map((word) => word.replace('-', '')));

/** Words between the parts of a word: `pay the customer back`. */
const maxBetween = 3;

/** Returns the index of the next word that makes one word with that at `at`; undefined without one. */
function findPart(words: readonly string[], at: number): number | undefined {
  const next = words.slice(at + 1, at + 2 + maxBetween);
  const index = next.findIndex((word) => joinedWords.has(`${words[at]}${word}`));
  return index < 0 ? undefined : at + 1 + index;
}

/** Pronouns, such as `anyone` and `whatever`. */
const pronoun = /^(?:any|every|some|no|who|what|how|when|where)(?:body|one|thing|where|ever)$/;

/** True for a function word, in any of its forms: `wants`. */
function isStopWord(word: string): boolean {
  if (pronoun.test(word)) return true;
  return stopWords.has(word) || (word.length > 4 && stopWords.has(word.replace(/(?:s|ed|ing)$/, '')));
}

function toConcept(word: string): Concept {
  const stem = toStem(word);
  const base = Object.hasOwn(irregular, word) ? (irregular[word] ?? word) : word;
  const others = [base, ...(irregularForms.get(base) ?? []), ...(irregularForms.get(stem) ?? [])];
  return {
    word,
    forms: [...new Set(others)].filter((form) => form !== word),
    synonyms: [...(synonyms.get(stem) ?? [])],
  };
}

/** Returns the words that say what is asked for; all words where none of them does. */
export function withoutStopWords(words: readonly string[]): string[] {
  const kept = words.filter((word) => !isStopWord(word));
  return kept.length > 0 ? kept : [...words];
}
