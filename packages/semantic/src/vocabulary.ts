/**
 * The words the engine knows. Every list is about programs in general: what abbreviations mean something, which names only wrap
 * others, which belong to a program's plumbing. No list names an application.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Short words and abbreviations that carry meaning although they look like minified names. */
export const shortWords = set(`
  i18n l10n a11y k8s s3 e2e p2p b2b b2c h264 mp3 mp4 sha1 sha256 x509 ipv4 ipv6 g2p
  id ids no ok on off up db ui os ip ap by to do is in at my us uk eu it hr qa pr tv cc bcc kb mb gb ms ns px em qr vm pc pk sk go
  url uri src sku qty csv css xml sql cpu gpu ram pdf png jpg gif svg jwt tls ssl dns tcp udp http https html rss api sdk ssh ftp
  mqtt smtp imap ttl rpc rtt fps dpi hz khz mhz ghz lat lng lon alt min max avg sum std var len idx num str tmp btn img msg txt cfg
  ctx env err req res ref def dst dir doc err fmt fn gc heap http log lvl nav obj pkg pid pwd ptr pub sub qps rps rgb rgba hsl sdp
  seq sms sso stk sys tbl thr tps tsv tz utc gmt vat vpn wpm xhr yml zip abs bgp bpm cmd cnt crc css db dhcp diff dx dy dz eq ext
  ftp gps grp hdd hex hls hmac hub io iso jvm jmx jms jdbc jpa jar war key kpi ldap mac md5 mfa mtu nfc ntp oob otp pct pgp pin
  png ppm ppt psi pst ptp rdf sha ssd ssid std svc swf tcp tx rx uid gid uuid guid usb utf vlan wan lan wifi wx www rpm mph kmh
`);

/** Single letters that mean something beside each other: points, sizes, colours. */
export const coordinateLetters = set('x y z w h r g b a');

/** Names that only wrap what they hold. They never make a key longer when the key is clear without them. */
export const wrapperWords = set(`
  state states store stores data root app application value values current props payload attributes attrs fields self this
  wrapper container content contents body inner delegate target impl implementation instance singleton holder proxy raw snapshot
  entity entities_by_id global globals window exports export module modules default main scope closure context_value memoized
  redux pinia vuex zustand mobx ngrx recoil jotai apollo valtio xstate effector backbone ember result results response
  companion object instance_value
`);

/** Lists that a wrapper object exists for: `orders.items[0]` says no more than `orders[0]` where there is nothing beside it. */
export const listWrapperWords = set(
  'items list entries elements nodes edges rows records results data values children content array collection',
);

/** Elements of such lists wrap once more: `edges[0].node`. */
export const elementWrapperWords = set('node item entry element value data record attributes');

/** What a class is, rather than what it is about: `CartServiceImpl` is about the cart. Dropped from type names used as names. */
export const typeSuffixWords = set('impl implementation proxy singleton holder');

/** Plumbing: how a program works inside, not what it is about. */
export const plumbingWords = set(`
  webpack vite hmr chunk chunks bundle bundler polyfill polyfills babel requirejs sourcemap sourcemaps
  listener listeners subscriber subscribers subscription subscriptions observer observers watcher watchers callback callbacks
  dispatcher middleware middlewares interceptor interceptors resolver resolvers reducer reducers emitter emitters teardown
  logger loggers executor mutex semaphore monitor lock locks latch classloader loader loaders hydrate hydrated
  memo memoize memoized memoization weakmap finalizer registry_internal serial_version_uid modcount mod_count load_factor
  prototype constructor internals internal fiber lanes dep deps effect effects trackers tracker hooks hook
  ajv devtools profiler tracing tracer telemetry_internal stacktrace stack_trace uid_counter ssr nonce
  serializer deserializer converter marshaller mapper introspector reflection vtable bytecode
  dispatching subscribed unsubscribed matchers matcher tokenizer lexer delimiter scheduler flushing immer vnode vdom hydration
  cache caches cached lookup lookups painter painters handler handlers invoker invokers bindings keymap keybindings shortcut shortcuts accelerator accelerators
  keystroke keystrokes hotkey hotkeys tooltip_delay
  export_names es_module managed_resource hydrating renderer rendering reconciler pure factory initializer bootstrapper injector injectors raf idle microtask
`);

/** Words of a program's machinery. A type or a variable that only the heap or a closure holds is no fact when it is named after one. */
export const machineryWords = set(`
  component components computed ref impl signal signals atom atoms computation provider providers plugin plugins adapter adapters
  handler handlers builder parser scanner proxy wrapper transport connection connector channel agent client pool pools buffer buffers
  stream streams encoder decoder codec iterator generator promise timer timers timeout interval controller socket sockets worker
  expression expressions literal literals ast grammar opcode token tokens invariants constants utilities utility util utils helper
  helpers saver stub stubs translator painter lexeme tokens sentinel comparator visitor allocator marshal
  polyfilled supports support is_browser is_server is_node user_agent feature features_detected cast root_container noop uid next_id_counter
`);

/** Who is told when something happens inside. */
export const wiringWords = set(
  'listener listeners observer observers callback callbacks emitter emitters interceptor interceptors event_bus',
);

/** How a program keeps its place inside: of no use to anybody else. */
export const innerWords = set(`
  offset offsets gap pos ptr pointer pointers seq iteration skew delta threshold capacity hash mask flags bits tick ticks delayed
  initialized initialised inited loaded cached invalid valid_until buf len cursor marker iterator sentinel depth indent layer priority
  ordinal stride pad padding margin margins inset insets baseline metrics antialias repaint revalidate lookahead backtrack
  rehash rehashing mod_count modification_count generation epoch ref_count reference_count salt serial lock_count stamp nonce
  bounds rect alignment border opaque
`);

/** Where a widget is and how large; of other things it is data. */
export const geometryWords = set('width height x y z');

/** Whether something goes on, or waits to be kept: off or none is an answer, too. */
export const conditionWords = set(`
  dirty modified unsaved save saved changes running listening playing paused recording spinning connected online offline loading muted locked
  logged_in signed_in
`);

/** What people ask about, in whatever program. */
export const tellingWords = set(`
  name title text label subject message status state error errors file path url uri address host port user username owner email version
  count total size length amount balance price quantity selected selection current active dirty modified changed saved read unread
  enabled visible mode theme language locale zoom date time created updated started uptime connected connections query result results
  progress percent level role roles category tags description note notes busy queued
`);

/** What somebody chose for this run. */
export const settingWords = set(`
  config configuration conf cfg settings setting options opts option argv args arguments params parameters preferences prefs properties
  user_settings environment
`);

/** Variables of a loop or a helper, left in a closure. */
export const loopWords = set('key keys idx index prop property item arg cb fn next prev from name_key field match');

/** How data is kept, not what it is about: an `OrderedHashSet` may hold anything. */
export const structureWords = set(`
  ordered linked hash hashed tree array arrays list lists set sets map maps queue deque stack vector table buffer pool ring heap int integer
  long double float byte char string object node nodes entry entries pair tuple holder wrapper collection container bag concurrent sorted
  synchronized weak identity immutable default abstract base args arg argv flags buf tmp temp data value values obj item items element
  text label caption heading text_area null none component components
`);

/** What a widget is, not what it is for: `textField2` is named by the label beside it. */
export const widgetWords = set(`
  text txt field fld input inp box label lbl button btn panel pnl combo check chk radio spinner slider table tbl list lst tree pane area
  component control ctrl widget frame dialog menu item tab scroll split checkbox combobox textbox textfield textarea jtextfield j element el
  row column col cell value select option form view
`);

/** Texts of the user interface in other languages. */
export const translationWords = set(
  'i18n l10n intl translation translations locales locale_data messages_bundle dictionary phrases localization resource_bundle',
);

/** How things look. */
export const styleWords = set(`
  style styles css classname class_name classes class_list stylesheet stylesheets palette typography breakpoints keyframes shadows
  easing zindex z_index transitions fonts font_face mixins insets bounding_rect client_rect
`);

/** How and from what the program was built. */
export const buildWords = set(
  'build_id buildid build_hash commit_hash git_hash git_sha manifest asset_manifest chunk_ids version_info build_info build_time license licenses',
);

/** Reserved at the start of an expression: words of the grammar and names that are always in scope. */
export const reservedRoots = set(`
  true false null undefined typeof in context this new void delete if else for while do return function var let const class
  import export default switch case break continue try catch finally throw with yield await async super enum instanceof
  NaN Infinity Math Number String Boolean Array Object parseInt parseFloat
`);

/** Names that say nothing about the thing that a field or a root holds. */
export const emptyNames = set('instance singleton default self this it obj object val value tmp temp foo bar baz o instance0');
