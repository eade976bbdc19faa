/*
 * The native part of the agent: instances by class, class status and module walls through JVMTI, and a second way into JVMs that have no
 * java.instrument. Needs no C library, so one file suits every Linux of an architecture.
 *
 * Loaded by the core (JNI_OnLoad registers the methods of NativeHeap on the class that loads it) or by the attach mechanism
 * (Agent_OnAttach puts the boot jar on the class path and starts it).
 */
#include <jni.h>
#include <jvmti.h>

#define EXPORT __attribute__((visibility("default")))
#define FOUND_TAG 0x5355425354524154LL
/* Found on a stack, or below what was, and nowhere else so far. */
#define FLEETING_TAG (FOUND_TAG + 1)
/* And the number of what a running method holds. */
#define LOCAL_TAG 0x5355425300000000LL
#define THREAD_TAG 0x5355425354485244LL
#define MAX_LOCALS 500
#define MAX_CLASSES 20000

/* The compiler may call these for plain assignments. */
void *memset(void *to, int byte, unsigned long length) {
  volatile unsigned char *out = to;
  for (unsigned long i = 0; i < length; i++) out[i] = (unsigned char)byte;
  return to;
}

void *memcpy(void *to, const void *from, unsigned long length) {
  volatile unsigned char *out = to;
  const unsigned char *in = from;
  for (unsigned long i = 0; i < length; i++) out[i] = in[i];
  return to;
}

static JavaVM *vm;

/* An environment of its own for each walk: tags of one never meet those of another, and none outlive it. */
static jvmtiEnv *open_jvmti(void) {
  jvmtiEnv *jvmti = 0;
  if (!vm || (*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_1_1) != JNI_OK) return 0;
  return jvmti;
}

static jvmtiEnv *open_tagging(void) {
  jvmtiEnv *jvmti = open_jvmti();
  if (!jvmti) return 0;
  jvmtiCapabilities wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.can_tag_objects = 1;
  if ((*jvmti)->AddCapabilities(jvmti, &wanted) != JVMTI_ERROR_NONE) {
    (*jvmti)->DisposeEnvironment(jvmti);
    return 0;
  }
  return jvmti;
}

/* Nanoseconds of the monotonic clock; 0 where it is not known how to ask without a C library. */
static jlong now(void) {
  struct {
    jlong seconds;
    jlong nanos;
  } time = {0, 0};
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(228L), "D"(1L), "S"(&time) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long number __asm__("x8") = 113;
  register long clock __asm__("x0") = 1;
  register void *to __asm__("x1") = &time;
  __asm__ volatile("svc 0" : "+r"(clock) : "r"(number), "r"(to) : "memory");
#endif
  return time.seconds * 1000000000LL + time.nanos;
}

typedef struct {
  jint *counts;
  jint max;
  jint classes;
  /* When to give up; 0: never. */
  jlong end;
  jint visits;
  jboolean cut;
} search;

#define VISITS_BETWEEN_LOOKS 1024

/* Tags of classes beyond those that are looked for. */
#define TICKS 1
#define WEAK 2
#define BARE 3

/* Every heap is full of these: they make the walk look at the clock, and cost less than a callback for each object would. */
static const char *const CLOCK[] = {"java/lang/String", "[Ljava/lang/Object;"};

static void tag_clock(JNIEnv *env, jvmtiEnv *jvmti, jint number) {
  for (unsigned long i = 0; i < sizeof CLOCK / sizeof CLOCK[0]; i++) {
    jclass type = (*env)->FindClass(env, CLOCK[i]);
    jlong tag = 0;
    if (type && (*jvmti)->GetTag(jvmti, type, &tag) == JVMTI_ERROR_NONE && tag == 0) (*jvmti)->SetTag(jvmti, type, number + TICKS);
    (*env)->DeleteLocalRef(env, type);
  }
}

/* Only objects whose class is tagged get here: the tag is the number of a class that is looked for, and one. */
static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag, jlong referrer_class_tag,
                                 jlong size, jlong *tag, jlong *referrer_tag, jint length, void *data) {
  search *run = data;
  if (run->end && ++run->visits % VISITS_BETWEEN_LOOKS == 0 && now() > run->end) {
    run->cut = JNI_TRUE;
    return JVMTI_VISIT_ABORT;
  }
  /* What a weak reference is to is not held by it, nor is what lies below that: our own have such to all that was found before. Most have nothing else. */
  if (class_tag == run->classes + BARE) return 0;
  /* Of those that have, the first field is passed by, which can be seen where it leads to what is looked for. */
  if (kind == JVMTI_HEAP_REFERENCE_FIELD && referrer_class_tag == run->classes + WEAK && info->field.index == 0) return 0;
  if (class_tag <= 0 || class_tag > run->classes) return JVMTI_VISIT_OBJECTS;
  jboolean fleeting = kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL || kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL || (referrer_tag && *referrer_tag == FLEETING_TAG);
  if (*tag == FLEETING_TAG && !fleeting) *tag = FOUND_TAG;
  if (*tag == 0 && run->counts[class_tag - 1] < run->max) {
    run->counts[class_tag - 1]++;
    *tag = fleeting ? FLEETING_TAG : FOUND_TAG;
  }
  return JVMTI_VISIT_OBJECTS;
}

/* The first of these kinds: what nothing but stacks holds, and what else was found. A null at the end says that the walk was cut off. */
static jobjectArray tell_found(JNIEnv *env, jvmtiEnv *jvmti, jint kinds, jboolean cut) {
  const jlong wanted[] = {FLEETING_TAG, FOUND_TAG};
  jint found = 0;
  jobject *objects = 0;
  if ((*jvmti)->GetObjectsWithTags(jvmti, kinds, wanted, &found, &objects, 0) != JVMTI_ERROR_NONE) return 0;
  jobjectArray result = (*env)->NewObjectArray(env, found + (cut ? 1 : 0), (*env)->FindClass(env, "java/lang/Object"), 0);
  for (jint i = 0; i < found; i++) {
    if (result) (*env)->SetObjectArrayElement(env, result, i, objects[i]);
    (*env)->DeleteLocalRef(env, objects[i]);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)objects);
  return result;
}

/* Classes that are looked for keep their tags. */
static void tag_others(JNIEnv *env, jvmtiEnv *jvmti, jobjectArray classes, jlong tag) {
  for (jint i = 0; i < (*env)->GetArrayLength(env, classes); i++) {
    jobject type = (*env)->GetObjectArrayElement(env, classes, i);
    jlong before = 0;
    if (type && (*jvmti)->GetTag(jvmti, type, &before) == JVMTI_ERROR_NONE && before == 0) (*jvmti)->SetTag(jvmti, type, tag);
    (*env)->DeleteLocalRef(env, type);
  }
}

/* All that was found, and what of it may be gone with the method that holds it; null where nothing could be looked for. */
static jobjectArray instances(JNIEnv *env, jclass self, jobjectArray classes, jobjectArray weak, jobjectArray bare, jint max, jint limit_ms) {
  jclass object_class = (*env)->FindClass(env, "java/lang/Object");
  jobjectArray result = 0;
  jvmtiEnv *jvmti = open_tagging();
  if (!jvmti) return 0;
  jint count = (*env)->GetArrayLength(env, classes);
  if (count > MAX_CLASSES) count = MAX_CLASSES;
  search run = {0, max, count, 0, 0, JNI_FALSE};
  if ((*jvmti)->Allocate(jvmti, (jlong)sizeof(jint) * (count + 1), (unsigned char **)&run.counts) == JVMTI_ERROR_NONE) {
    memset(run.counts, 0, sizeof(jint) * (unsigned long)(count + 1));
    for (jint i = 0; i < count; i++) {
      jobject type = (*env)->GetObjectArrayElement(env, classes, i);
      if (type) (*jvmti)->SetTag(jvmti, type, i + 1);
      (*env)->DeleteLocalRef(env, type);
    }
    tag_others(env, jvmti, weak, count + WEAK);
    tag_others(env, jvmti, bare, count + BARE);
    jvmtiHeapCallbacks callbacks;
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.heap_reference_callback = on_reference;
    if (limit_ms > 0 && now()) {
      tag_clock(env, jvmti, count);
      run.end = now() + limit_ms * 1000000LL;
    }
    (*jvmti)->FollowReferences(jvmti, JVMTI_HEAP_FILTER_CLASS_UNTAGGED, 0, 0, &callbacks, &run);
    result = (*env)->NewObjectArray(env, 2, object_class, 0);
    for (jint i = 0; i < 2 && result; i++) (*env)->SetObjectArrayElement(env, result, i, tell_found(env, jvmti, 2 - i, i == 0 && run.cut));
    (*jvmti)->Deallocate(jvmti, (unsigned char *)run.counts);
  }
  (*jvmti)->DisposeEnvironment(jvmti);
  return result;
}

/* An object that a running method holds in a variable. */
typedef struct {
  jmethodID method;
  jint slot;
  jlocation at;
} local;

typedef struct {
  local *locals;
  jint count;
} stacks;

/* Stacks come before all else, and nothing is followed: it ends where they do. A thread is gone down: of those that hold an object, its lowest method is told. */
static jint JNICALL on_stack(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag, jlong referrer_class_tag, jlong size,
                             jlong *tag, jlong *referrer_tag, jint length, void *data) {
  stacks *run = data;
  if (kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL || kind == JVMTI_HEAP_REFERENCE_THREAD) return 0;
  if (kind != JVMTI_HEAP_REFERENCE_STACK_LOCAL) return JVMTI_VISIT_ABORT;
  if (info->stack_local.thread_tag != THREAD_TAG || !info->stack_local.method || *tag == THREAD_TAG) return 0;
  if (*tag == 0) {
    if (run->count >= MAX_LOCALS) return 0;
    *tag = LOCAL_TAG + run->count++;
  }
  local *one = &run->locals[*tag - LOCAL_TAG];
  one->method = info->stack_local.method;
  one->slot = info->stack_local.slot;
  one->at = info->stack_local.location;
  return 0;
}

/* Puts down the class, name, signature, slot and place of the method that holds an object. */
static void tell_local(JNIEnv *env, jvmtiEnv *jvmti, const local *one, jint index, jobjectArray owners, jobjectArray names, jintArray places) {
  jclass owner = 0;
  char *name = 0;
  char *signature = 0;
  if ((*jvmti)->GetMethodDeclaringClass(jvmti, one->method, &owner) != JVMTI_ERROR_NONE) return;
  if ((*jvmti)->GetMethodName(jvmti, one->method, &name, &signature, 0) == JVMTI_ERROR_NONE) {
    jstring texts[] = {(*env)->NewStringUTF(env, name), (*env)->NewStringUTF(env, signature)};
    jint numbers[] = {one->slot, (jint)one->at};
    for (jint i = 0; i < 2; i++) {
      if (texts[i]) (*env)->SetObjectArrayElement(env, names, 2 * index + i, texts[i]);
      (*env)->DeleteLocalRef(env, texts[i]);
    }
    (*env)->SetIntArrayRegion(env, places, 2 * index, 2, numbers);
    (*env)->SetObjectArrayElement(env, owners, index, owner);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
  }
  (*env)->DeleteLocalRef(env, owner);
}

/* The objects that were tagged; the methods' classes, names and signatures, slots and places. */
static jobjectArray tell_locals(JNIEnv *env, jvmtiEnv *jvmti, const stacks *run, jlong *tags) {
  jclass object_class = (*env)->FindClass(env, "java/lang/Object");
  for (jint i = 0; i < run->count; i++) tags[i] = LOCAL_TAG + i;
  jint count = 0;
  jobject *objects = 0;
  jlong *found = 0;
  if ((*jvmti)->GetObjectsWithTags(jvmti, run->count, tags, &count, &objects, &found) != JVMTI_ERROR_NONE) return 0;
  jobjectArray held = (*env)->NewObjectArray(env, run->count, object_class, 0);
  jobjectArray owners = (*env)->NewObjectArray(env, run->count, (*env)->FindClass(env, "java/lang/Class"), 0);
  jobjectArray names = (*env)->NewObjectArray(env, 2 * run->count, (*env)->FindClass(env, "java/lang/String"), 0);
  jintArray places = (*env)->NewIntArray(env, 2 * run->count);
  jobjectArray result = (*env)->NewObjectArray(env, 4, object_class, 0);
  for (jint i = 0; i < count; i++) {
    if (held) (*env)->SetObjectArrayElement(env, held, (jint)(found[i] - LOCAL_TAG), objects[i]);
    (*env)->DeleteLocalRef(env, objects[i]);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)objects);
  (*jvmti)->Deallocate(jvmti, (unsigned char *)found);
  if (!held || !owners || !names || !places || !result) return 0;
  for (jint i = 0; i < run->count; i++) tell_local(env, jvmti, &run->locals[i], i, owners, names, places);
  jobject parts[] = {held, owners, names, places};
  for (jint i = 0; i < 4; i++) (*env)->SetObjectArrayElement(env, result, i, parts[i]);
  return result;
}

/* Null where nothing is held. */
static jobjectArray variables(JNIEnv *env, jclass self, jobjectArray threads) {
  jobjectArray result = 0;
  jvmtiEnv *jvmti = open_tagging();
  if (!jvmti) return 0;
  stacks run = {0, 0};
  jlong *tags = 0;
  (*jvmti)->Allocate(jvmti, (jlong)sizeof(local) * MAX_LOCALS, (unsigned char **)&run.locals);
  (*jvmti)->Allocate(jvmti, (jlong)sizeof(jlong) * MAX_LOCALS, (unsigned char **)&tags);
  if (run.locals && tags) {
    jint count = (*env)->GetArrayLength(env, threads);
    for (jint i = 0; i < count; i++) {
      jobject thread = (*env)->GetObjectArrayElement(env, threads, i);
      if (thread) (*jvmti)->SetTag(jvmti, thread, THREAD_TAG);
      (*env)->DeleteLocalRef(env, thread);
    }
    jvmtiHeapCallbacks callbacks;
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.heap_reference_callback = on_stack;
    (*jvmti)->FollowReferences(jvmti, 0, 0, 0, &callbacks, &run);
    if (run.count > 0) result = tell_locals(env, jvmti, &run, tags);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)run.locals);
  (*jvmti)->Deallocate(jvmti, (unsigned char *)tags);
  (*jvmti)->DisposeEnvironment(jvmti);
  return result;
}

static jobjectArray loaded_classes(JNIEnv *env, jclass self) {
  jclass class_class = (*env)->FindClass(env, "java/lang/Class");
  jvmtiEnv *jvmti = open_jvmti();
  jint count = 0;
  jclass *classes = 0;
  jobjectArray result = 0;
  if (jvmti && (*jvmti)->GetLoadedClasses(jvmti, &count, &classes) == JVMTI_ERROR_NONE) {
    result = (*env)->NewObjectArray(env, count, class_class, 0);
    for (jint i = 0; i < count; i++) {
      if (result) (*env)->SetObjectArrayElement(env, result, i, classes[i]);
      (*env)->DeleteLocalRef(env, classes[i]);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)classes);
  }
  if (jvmti) (*jvmti)->DisposeEnvironment(jvmti);
  if (result || (*env)->ExceptionCheck(env)) return result;
  return (*env)->NewObjectArray(env, 0, class_class, 0);
}

static jboolean available(JNIEnv *env, jclass self) {
  jvmtiEnv *jvmti = open_tagging();
  if (!jvmti) return JNI_FALSE;
  (*jvmti)->DisposeEnvironment(jvmti);
  return JNI_TRUE;
}

/* Kept for the life of the library: asked for every class of a scan. */
static jvmtiEnv *status_env;

static jboolean initialized(JNIEnv *env, jclass self, jclass type) {
  if (!status_env) status_env = open_jvmti();
  jint status = 0;
  if (!status_env || (*status_env)->GetClassStatus(status_env, type, &status) != JVMTI_ERROR_NONE) return JNI_FALSE;
  return (status & JVMTI_CLASS_STATUS_INITIALIZED) && !(status & JVMTI_CLASS_STATUS_ERROR) ? JNI_TRUE : JNI_FALSE;
}

/* Kept as well: asked once for every class of the application. */
static jvmtiEnv *constants_env;

static jvmtiEnv *open_constants(void) {
  jvmtiEnv *jvmti = open_jvmti();
  if (!jvmti) return 0;
  jvmtiCapabilities wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.can_get_constant_pool = 1;
  if ((*jvmti)->AddCapabilities(jvmti, &wanted) == JVMTI_ERROR_NONE) return jvmti;
  (*jvmti)->DisposeEnvironment(jvmti);
  return 0;
}

/* The constant pool of a class as it stands in its class file; null where it cannot be had. */
static jbyteArray constants(JNIEnv *env, jclass self, jclass type) {
  jint count = 0;
  jint length = 0;
  unsigned char *bytes = 0;
  jbyteArray result = 0;
  if (!constants_env) constants_env = open_constants();
  if (!constants_env || (*constants_env)->GetConstantPool(constants_env, type, &count, &length, &bytes) != JVMTI_ERROR_NONE) return 0;
  result = (*env)->NewByteArray(env, length);
  if (result) (*env)->SetByteArrayRegion(env, result, 0, length, (const jbyte *)bytes);
  (*constants_env)->Deallocate(constants_env, bytes);
  return result;
}

/* All threads that can run code of Java's, and the nanoseconds that each has had of a processor; null where that cannot be had. */
static jobjectArray times(JNIEnv *env, jclass self) {
  jthread *threads = 0;
  jint count = 0;
  jobjectArray result = 0;
  jvmtiEnv *jvmti = open_jvmti();
  if (!jvmti) return 0;
  jvmtiCapabilities wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.can_get_thread_cpu_time = 1;
  if ((*jvmti)->AddCapabilities(jvmti, &wanted) == JVMTI_ERROR_NONE && (*jvmti)->GetAllThreads(jvmti, &count, &threads) == JVMTI_ERROR_NONE) {
    jobjectArray found = (*env)->NewObjectArray(env, count, (*env)->FindClass(env, "java/lang/Thread"), 0);
    jlongArray spent = (*env)->NewLongArray(env, count);
    result = (*env)->NewObjectArray(env, 2, (*env)->FindClass(env, "java/lang/Object"), 0);
    for (jint i = 0; i < count; i++) {
      jlong nanos = -1;
      /* One that has ended since keeps -1. */
      (*jvmti)->GetThreadCpuTime(jvmti, threads[i], &nanos);
      if (spent) (*env)->SetLongArrayRegion(env, spent, i, 1, &nanos);
      if (found) (*env)->SetObjectArrayElement(env, found, i, threads[i]);
      (*env)->DeleteLocalRef(env, threads[i]);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)threads);
    if (result && found && spent) {
      (*env)->SetObjectArrayElement(env, result, 0, found);
      (*env)->SetObjectArrayElement(env, result, 1, spent);
    } else {
      result = 0;
    }
  }
  (*jvmti)->DisposeEnvironment(jvmti);
  return result;
}

static jboolean add_opens(JNIEnv *env, jclass self, jobject module, jstring package, jobject to) {
  jvmtiEnv *jvmti = 0;
  jboolean opened = JNI_FALSE;
  if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_9) != JNI_OK) return JNI_FALSE;
  const char *name = (*env)->GetStringUTFChars(env, package, 0);
  if (name) {
    opened = (*jvmti)->AddModuleOpens(jvmti, module, name, to) == JVMTI_ERROR_NONE;
    (*env)->ReleaseStringUTFChars(env, package, name);
  }
  (*jvmti)->DisposeEnvironment(jvmti);
  return opened;
}

/* Registered, not looked up by name: JDK 24 and later warn of the latter. */
static jint register_natives(JNIEnv *env, jclass type) {
  JNINativeMethod methods[] = {
      {"available", "()Z", (void *)available},
      {"instances", "([Ljava/lang/Class;[Ljava/lang/Class;[Ljava/lang/Class;II)[Ljava/lang/Object;", (void *)instances},
      {"variables", "([Ljava/lang/Thread;)[Ljava/lang/Object;", (void *)variables},
      {"loadedClasses", "()[Ljava/lang/Class;", (void *)loaded_classes},
      {"addOpens", "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)Z", (void *)add_opens},
      {"constants0", "(Ljava/lang/Class;)[B", (void *)constants},
      {"initialized", "(Ljava/lang/Class;)Z", (void *)initialized},
      {"times", "()[Ljava/lang/Object;", (void *)times},
  };
  return (*env)->RegisterNatives(env, type, methods, sizeof methods / sizeof methods[0]);
}

EXPORT jint JNICALL JNI_OnLoad(JavaVM *java_vm, void *reserved) {
  JNIEnv *env = 0;
  vm = java_vm;
  if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK) return JNI_ERR;
  /* FindClass looks through the loader of the class that is loading the library. */
  jclass heap = (*env)->FindClass(env, "dev/substrate/core/NativeHeap");
  if (!heap) {
    (*env)->ExceptionClear(env);
    return JNI_VERSION_1_8;
  }
  return register_natives(env, heap) == 0 ? JNI_VERSION_1_8 : JNI_ERR;
}

EXPORT void JNICALL JNI_OnUnload(JavaVM *java_vm, void *reserved) {
  if (status_env) (*status_env)->DisposeEnvironment(status_env);
  if (constants_env) (*constants_env)->DisposeEnvironment(constants_env);
  status_env = 0;
  constants_env = 0;
}

/* Options are the agent's directory; the boot jar lies in it. */
EXPORT jint JNICALL Agent_OnAttach(JavaVM *java_vm, char *options, void *reserved) {
  JNIEnv *env = 0;
  vm = java_vm;
  if (!options || (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK) return JNI_ERR;
  jvmtiEnv *jvmti = open_jvmti();
  if (!jvmti) return JNI_ERR;
  char jar[1100];
  unsigned long length = 0;
  const char suffix[] = "/boot.jar";
  while (options[length] && length < 1024) {
    jar[length] = options[length];
    length++;
  }
  for (unsigned long i = 0; i < sizeof suffix; i++) jar[length + i] = suffix[i];
  jclass boot = (*env)->FindClass(env, "dev/substrate/agent/Boot");
  if (!boot) {
    (*env)->ExceptionClear(env);
    /* A system loader of the application's own may not take more jars. */
    if ((*jvmti)->AddToSystemClassLoaderSearch(jvmti, jar) == JVMTI_ERROR_NONE) boot = (*env)->FindClass(env, "dev/substrate/agent/Boot");
    (*env)->ExceptionClear(env);
    if (!boot && (*jvmti)->AddToBootstrapClassLoaderSearch(jvmti, jar) == JVMTI_ERROR_NONE) boot = (*env)->FindClass(env, "dev/substrate/agent/Boot");
  }
  (*jvmti)->DisposeEnvironment(jvmti);
  jmethodID start = boot ? (*env)->GetStaticMethodID(env, boot, "nativeStart", "(Ljava/lang/String;)V") : 0;
  if (start) (*env)->CallStaticVoidMethod(env, boot, start, (*env)->NewStringUTF(env, options));
  if ((*env)->ExceptionCheck(env)) {
    (*env)->ExceptionClear(env);
    return JNI_ERR;
  }
  return start ? JNI_OK : JNI_ERR;
}
