/*
 * Finds objects on the heap by their type. The runtime loads this library as a notification-only profiler, over its diagnostic socket; the
 * payload, which runs in the same process, then calls it. It subscribes to no event, changes nothing, keeps no object alive, and uses no
 * library of its own, not even C's: whichever one the process has is none of its business.
 *
 * Interfaces of the runtime are tables of functions; the numbers of the slots are those of the .NET runtime's corprof.idl, which only ever
 * grows. Info15 came with .NET 9.
 */
#include <stddef.h>
#include <stdint.h>

typedef int32_t hresult;
typedef struct { uint32_t a; uint16_t b, c; uint8_t d[8]; } guid;
typedef struct { void **slots; } object;

#define OK 0
#define NO_INTERFACE ((hresult)0x80004002)
#define FAIL ((hresult)0x80004005)
#define NOT_READY ((hresult)0x8000000a)
#define EXPORT __attribute__((visibility("default")))

enum { SLOT_QUERY = 0, SLOT_RELEASE = 2, INFO_DETACH = 58, INFO_SET_EVENT_MASK2 = 82, INFO_CREATE_HANDLE = 108, INFO_ENUMERATE = 114 };
enum { CALLBACK_INITIALIZE_FOR_ATTACH = 80, CALLBACK_DETACHED = 82, CALLBACK_NOTIFICATION_ONLY = 97, CALLBACK_SLOTS = 98 };

/* Objects of types that can be unloaded are left alone: their type may be gone when somebody asks what it was. */
#define COLLECTIBLE 0x00200000u

static const guid s_unknown = {0x00000000, 0x0000, 0x0000, {0xC0, 0, 0, 0, 0, 0, 0, 0x46}};
static const guid s_factory = {0x00000001, 0x0000, 0x0000, {0xC0, 0, 0, 0, 0, 0, 0, 0x46}};
static const guid s_info15 = {0xB446462D, 0xBD22, 0x41DD, {0x87, 0x2D, 0xDC, 0x71, 0x4C, 0x49, 0xEB, 0x56}};
static const guid s_callbacks[] = {
    {0x176FBED1, 0xA55C, 0x4796, {0x98, 0xCA, 0xA9, 0xDA, 0x0E, 0xF8, 0x83, 0xE7}}, {0x8A8CC829, 0xCCF2, 0x49FE, {0xBB, 0xAE, 0x0F, 0x02, 0x22, 0x28, 0x07, 0x1A}},
    {0x4FD2ED52, 0x7731, 0x4B8D, {0x94, 0x69, 0x03, 0xD2, 0xCC, 0x30, 0x86, 0xC5}}, {0x7B63B2E3, 0x107D, 0x4D48, {0xB2, 0xF6, 0xF6, 0x1E, 0x22, 0x94, 0x70, 0xD2}},
    {0x8DFBA405, 0x8C9F, 0x45F8, {0xBF, 0xFA, 0x83, 0xB1, 0x4C, 0xEF, 0x78, 0xB5}}, {0xFC13DF4B, 0x4448, 0x4F4F, {0x95, 0x0C, 0xBA, 0x8D, 0x19, 0xD0, 0x0C, 0x36}},
    {0xF76A2DBA, 0x1D52, 0x4539, {0x86, 0x6C, 0x2A, 0xA5, 0x18, 0xF9, 0xEF, 0xC3}}, {0x5BED9B15, 0xC079, 0x4D47, {0xBF, 0xE2, 0x21, 0x5A, 0x14, 0x0C, 0x07, 0xE0}},
    {0x27583EC3, 0xC8F5, 0x482F, {0x80, 0x52, 0x19, 0x4B, 0x8C, 0xE4, 0x70, 0x5A}}, {0xCEC5B60E, 0xC69C, 0x495F, {0x87, 0xF6, 0x84, 0xD2, 0x8E, 0xE1, 0x6F, 0xFB}},
    {0x42350846, 0xAAED, 0x47F7, {0xB1, 0x28, 0xFD, 0x0C, 0x98, 0x88, 0x1C, 0xDE}},
};

/* The runtime's interface while this is attached, and whether somebody is at it: two who detach one another would be at nothing. */
static object *volatile s_info;
static volatile int32_t s_is_taken;

static int same(const guid *a, const guid *b) {
  const uint8_t *x = (const uint8_t *)a, *y = (const uint8_t *)b;
  for (size_t i = 0; i < sizeof(guid); i++)
    if (x[i] != y[i]) return 0;
  return 1;
}

static hresult nothing(void) { return OK; }

/* Both objects of ours are static: nobody's count of references matters. */
static uint32_t count(void) { return 1; }

static hresult query_callback(object *self, const guid *id, void **out) {
  int known = same(id, &s_unknown);
  for (size_t i = 0; i < sizeof s_callbacks / sizeof *s_callbacks; i++) known |= same(id, &s_callbacks[i]);
  *out = known ? self : NULL;
  return known ? OK : NO_INTERFACE;
}

static hresult notification_only(object *self, int32_t *answer) {
  (void)self;
  *answer = 1;
  return OK;
}

static hresult initialize_for_attach(object *self, object *unknown, void *data, uint32_t length) {
  (void)self, (void)data, (void)length;
  /* Who asked for this has given up meanwhile. */
  if (!s_is_taken) return FAIL;
  object *info = NULL;
  hresult result = ((hresult(*)(object *, const guid *, void **))unknown->slots[SLOT_QUERY])(unknown, &s_info15, (void **)&info);
  if (result < 0 || info == NULL) return NO_INTERFACE;
  result = ((hresult(*)(object *, uint32_t, uint32_t))info->slots[INFO_SET_EVENT_MASK2])(info, 0, 0);
  if (result < 0) return result;
  s_info = info;
  return OK;
}

static hresult detached(object *self) {
  (void)self;
  s_info = NULL;
  __sync_lock_release(&s_is_taken);
  return OK;
}

static void *s_callback_slots[CALLBACK_SLOTS];
static object s_callback = {s_callback_slots};

static hresult query_factory(object *self, const guid *id, void **out) {
  int known = same(id, &s_unknown) || same(id, &s_factory);
  *out = known ? self : NULL;
  return known ? OK : NO_INTERFACE;
}

static hresult create(object *self, object *outer, const guid *id, void **out) {
  (void)self, (void)outer;
  for (size_t i = 0; i < CALLBACK_SLOTS; i++) s_callback_slots[i] = (void *)nothing;
  s_callback_slots[0] = (void *)query_callback;
  s_callback_slots[1] = s_callback_slots[2] = (void *)count;
  s_callback_slots[CALLBACK_INITIALIZE_FOR_ATTACH] = (void *)initialize_for_attach;
  s_callback_slots[CALLBACK_DETACHED] = (void *)detached;
  s_callback_slots[CALLBACK_NOTIFICATION_ONLY] = (void *)notification_only;
  return query_callback(&s_callback, id, out);
}

static void *s_factory_slots[] = {(void *)query_factory, (void *)count, (void *)count, (void *)create, (void *)nothing};
static object s_class_factory = {s_factory_slots};

EXPORT hresult DllGetClassObject(const guid *class_id, const guid *id, void **out) {
  (void)class_id;
  return query_factory(&s_class_factory, id, out);
}

EXPORT hresult DllCanUnloadNow(void) { return 1; }

/* ---- What the payload calls. */

typedef struct { int64_t seconds, nanoseconds; } moment;

static int64_t now(int clock) {
  moment at = {0, 0};
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(228L), "D"((long)clock), "S"(&at) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long number __asm__("x8") = 113;
  register long first __asm__("x0") = clock;
  register moment *second __asm__("x1") = &at;
  __asm__ volatile("svc 0" : "+r"(first) : "r"(number), "r"(second) : "memory");
#else
#error "This processor is not known."
#endif
  return at.seconds * 1000000000 + at.nanoseconds;
}

/* The heap is too large; or, just now, the machine makes us wait too long, or is too slow for what has to be done. */
enum { TOO_MUCH = 1, TOO_SLOW = 2, TOO_LONG = 3 };

enum { CLOCK_WALL = 1, CLOCK_THREAD = 3, LOOK_EVERY = 4096 };

typedef struct { uint64_t type; int64_t count; } kind;

/*
 * How many objects there are says whether a heap is too large, so that each walk of it ends alike. The runtime stands still while one goes on, so it ends also when
 * its time on the wall does; who worked for as long as `cpu_limit` by then was not kept waiting. The payload has the same fields.
 */
typedef struct {
  kind *kinds;
  int64_t mask;
  uint64_t *handles;
  int64_t handles_room, per_kind;
  int64_t object_limit, cpu_limit, wall_limit;
  /* Told. */
  int64_t objects, taken, is_cut, nanoseconds;
  /* Its own. */
  int64_t cpu_began, wall_began, used;
  object *info;
} walk;

static kind *find(walk *on, uint64_t type) {
  uint64_t at = (type >> 3) * 0x9E3779B97F4A7C15u >> 20;
  for (int64_t tries = 0; tries <= on->mask; tries++) {
    kind *one = &on->kinds[(at + (uint64_t)tries) & (uint64_t)on->mask];
    if (one->type == type || one->type == 0) return one;
  }
  return NULL;
}

static int is_over(walk *on) {
  /* The time counts from the moment at which the runtime stands still. */
  if (on->objects == 0) {
    on->cpu_began = now(CLOCK_THREAD);
    on->wall_began = now(CLOCK_WALL);
  }
  if (++on->objects % LOOK_EVERY != 0) return 0;
  if (on->objects >= on->object_limit) on->is_cut = TOO_MUCH;
  else if (now(CLOCK_WALL) - on->wall_began >= on->wall_limit) on->is_cut = now(CLOCK_THREAD) - on->cpu_began >= on->cpu_limit ? TOO_LONG : TOO_SLOW;
  return on->is_cut != 0;
}

static uint64_t type_of(uint64_t id) {
  uint64_t type = *(volatile uint64_t *)id & ~(uint64_t)7;
  return type == 0 || (*(volatile uint32_t *)type & COLLECTIBLE) != 0 ? 0 : type;
}

static int32_t tally(uint64_t id, void *state) {
  walk *on = state;
  if (is_over(on)) return 0;
  uint64_t type = type_of(id);
  kind *one = type == 0 ? NULL : find(on, type);
  if (one == NULL) return 1;
  if (one->type == 0) {
    /* A table that is nearly full would be slow to search. */
    if (on->used * 4 > on->mask * 3) return 1;
    on->used++;
    one->type = type;
  }
  one->count++;
  return 1;
}

static int32_t take(uint64_t id, void *state) {
  walk *on = state;
  if (is_over(on)) return 0;
  uint64_t type = type_of(id);
  kind *one = type == 0 ? NULL : find(on, type);
  if (one == NULL || one->type == 0 || one->count >= on->per_kind) return 1;
  if (on->taken >= on->handles_room) return 0;
  uint64_t handle = 0;
  object *info = on->info;
  if (((hresult(*)(object *, uint64_t, int32_t, uint64_t *))info->slots[INFO_CREATE_HANDLE])(info, id, 1, &handle) < 0 || handle == 0) return 1;
  one->count++;
  on->handles[on->taken++] = handle;
  return 1;
}

static hresult run(walk *on, int32_t (*each)(uint64_t, void *)) {
  object *info = on->info = s_info;
  if (info == NULL) return NOT_READY;
  int64_t began = now(CLOCK_WALL);
  on->objects = on->taken = on->is_cut = on->used = 0;
  hresult result = ((hresult(*)(object *, int32_t(*)(uint64_t, void *), void *))info->slots[INFO_ENUMERATE])(info, each, on);
  on->nanoseconds = now(CLOCK_WALL) - began;
  return on->is_cut ? OK : result;
}

/* Asked before anybody has this attached: whether nobody else is at it. */
EXPORT int32_t substrate_begin(void) { return __sync_lock_test_and_set(&s_is_taken, 1) == 0; }

/* Asks the runtime to let go of this again; it does so a moment later. */
EXPORT hresult substrate_leave(void) {
  object *info = s_info;
  if (info == NULL) return OK;
  return ((hresult(*)(object *, uint32_t))info->slots[INFO_DETACH])(info, 50);
}

/* Takes that back: nobody waits any more for the runtime to attach this. */
EXPORT void substrate_cancel(void) {
  if (s_info == NULL) __sync_lock_release(&s_is_taken);
  else substrate_leave();
}

/* Whether the runtime has attached this. */
EXPORT int32_t substrate_is_attached(void) { return s_info != NULL; }

/* How many objects of which type there are. */
EXPORT hresult substrate_tally(walk *on) { return run(on, tally); }

/* Weak handles to objects of the types in the table. */
EXPORT hresult substrate_take(walk *on) { return run(on, take); }
