/*
 * A disk that loses power and fails, for one process; loaded before all other libraries.
 *
 * Only a successful flush makes writes durable: it copies the changed blocks to a file of the same
 * name in the folder of durable files. After a failed flush, these blocks count as clean, as on
 * Linux: later flushes skip them unless they are written again. To see the worst result of a power
 * failure, kill the process and continue with the durable files.
 *
 *   DISK_WATCHED    files whose path begins with this
 *   DISK_DURABLE    the folder of durable files
 *   DISK_ORDERS     a file with "<call> <first> <count> <errno> <suffix>"; while it exists, <count>
 *                   calls ("flush" or "write") fail on files whose name ends with the suffix,
 *                   starting with the first (1: the next)
 *
 * Memory maps are not watched: the index of a write-ahead log is rebuilt after a failure.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define BLOCK 4096
#define FILES_MAX 64
#define DESCRIPTORS_MAX 65536

/* One file, by its inode: several descriptors may share it. */
struct watched {
  ino_t inode;
  char name[256];
  unsigned char *changed; /* one byte a block */
  size_t blocks;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watched files[FILES_MAX];
static int file_count;
/* Index into files, plus one; 0: not watched. */
static unsigned char file_of[DESCRIPTORS_MAX];

static long calls[2];
static struct timespec orders_since;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

static struct watched *file_at(int fd) {
  if (fd < 0 || fd >= DESCRIPTORS_MAX || file_of[fd] == 0) return NULL;
  return &files[file_of[fd] - 1];
}

static void durable_path(const char *name, char *path, size_t size) {
  snprintf(path, size, "%s/%s", getenv("DISK_DURABLE"), name);
}

static void opened(int fd, const char *path) {
  const char *prefix = getenv("DISK_WATCHED");
  if (fd < 0 || fd >= DESCRIPTORS_MAX || prefix == NULL || path == NULL) return;
  if (strncmp(path, prefix, strlen(prefix)) != 0 || strstr(path, "-shm") != NULL) return;
  struct stat about;
  if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return;
  const char *slash = strrchr(path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  pthread_mutex_lock(&lock);
  int index = 0;
  /* A removed file's inode may be reused for a file of another name. */
  while (index < file_count &&
         (files[index].inode != about.st_ino || strcmp(files[index].name, name) != 0)) {
    index += 1;
  }
  if (index == file_count && file_count < FILES_MAX) {
    files[index].inode = about.st_ino;
    snprintf(files[index].name, sizeof files[index].name, "%s", name);
    file_count += 1;
  }
  if (index < file_count) file_of[fd] = (unsigned char)(index + 1);
  pthread_mutex_unlock(&lock);
}

/* The caller holds the lock. */
static void mark(struct watched *file, off_t at, size_t length) {
  if (length == 0) return;
  size_t last = (size_t)(at + (off_t)length - 1) / BLOCK;
  if (last >= file->blocks) {
    size_t blocks = (last + 1) * 2;
    unsigned char *more = realloc(file->changed, blocks);
    if (more == NULL) abort();
    memset(more + file->blocks, 0, blocks - file->blocks);
    file->changed = more;
    file->blocks = blocks;
  }
  for (size_t block = (size_t)at / BLOCK; block <= last; block += 1) file->changed[block] = 1;
}

/* The ordered fault for a kind of call (0: flush, 1: write), or 0. The caller holds the lock. */
static int ordered_fault(int kind, const struct watched *file) {
  static const char *const names[] = {"flush", "write"};
  const char *orders = getenv("DISK_ORDERS");
  struct stat about;
  if (orders == NULL || stat(orders, &about) != 0) return 0;
  if (memcmp(&about.st_mtim, &orders_since, sizeof orders_since) != 0) {
    orders_since = about.st_mtim;
    calls[0] = calls[1] = 0;
  }
  FILE *text = fopen(orders, "re");
  if (text == NULL) return 0;
  char call[8], suffix[64];
  long first, count;
  int fault, read = fscanf(text, "%7s %ld %ld %d %63s", call, &first, &count, &fault, suffix);
  fclose(text);
  size_t name_length = strlen(file->name), suffix_length = strlen(suffix);
  if (read != 5 || strcmp(call, names[kind]) != 0 || name_length < suffix_length) return 0;
  if (strcmp(file->name + name_length - suffix_length, suffix) != 0) return 0;
  calls[kind] += 1;
  return calls[kind] >= first && calls[kind] < first + count ? fault : 0;
}

/* The caller holds the lock. */
static void make_durable(int fd, struct watched *file) {
  char path[4096], block[BLOCK], source[64];
  struct stat about;
  durable_path(file->name, path, sizeof path);
  /* The descriptor may be open only for writing. */
  snprintf(source, sizeof source, "/proc/self/fd/%d", fd);
  int from = REAL(open)(source, O_RDONLY | O_CLOEXEC);
  int to = REAL(open)(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (from < 0 || to < 0 || fstat(from, &about) != 0) abort();
  for (size_t at = 0; at < file->blocks; at += 1) {
    if (file->changed[at] == 0) continue;
    file->changed[at] = 0;
    ssize_t length = pread(from, block, BLOCK, (off_t)at * BLOCK);
    if (length > 0 && REAL(pwrite)(to, block, (size_t)length, (off_t)at * BLOCK) != length) abort();
  }
  struct stat durable;
  if (fstat(to, &durable) != 0) abort();
  if (durable.st_size < about.st_size && REAL(ftruncate)(to, about.st_size) != 0) abort();
  close(from);
  close(to);
}

static int flush(int fd, int (*flushed)(int)) {
  struct watched *file = file_at(fd);
  if (file == NULL) return flushed(fd);
  pthread_mutex_lock(&lock);
  int fault = ordered_fault(0, file);
  if (fault != 0) memset(file->changed, 0, file->blocks);
  else make_durable(fd, file);
  pthread_mutex_unlock(&lock);
  if (fault == 0) return 0;
  errno = fault;
  return -1;
}

int fsync(int fd) { return flush(fd, REAL(fsync)); }
int fdatasync(int fd) { return flush(fd, REAL(fdatasync)); }

/* @returns the fault of a write, or 0 */
static int fault_of_write(int fd) {
  struct watched *file = file_at(fd);
  if (file == NULL) return 0;
  pthread_mutex_lock(&lock);
  int fault = ordered_fault(1, file);
  pthread_mutex_unlock(&lock);
  return fault;
}

static ssize_t written(int fd, ssize_t length, off_t at) {
  struct watched *file = file_at(fd);
  if (file == NULL || length <= 0) return length;
  int before = errno;
  pthread_mutex_lock(&lock);
  mark(file, at, (size_t)length);
  pthread_mutex_unlock(&lock);
  errno = before;
  return length;
}

/* Marked before and after, so that a flush in between does not miss the blocks. */
#define WRITE(fd, at, length, call)          \
  do {                                       \
    off_t offset = (at);                     \
    int fault = fault_of_write(fd);          \
    if (fault != 0) return errno = fault, -1; \
    written(fd, (ssize_t)(length), offset);  \
    return written(fd, (call), offset);      \
  } while (0)

static size_t length_of(const struct iovec *parts, int count) {
  size_t length = 0;
  for (int index = 0; index < count; index += 1) length += parts[index].iov_len;
  return length;
}

static off_t place_of(int fd) {
  return file_at(fd) == NULL ? 0 : lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  WRITE(fd, place_of(fd), length, REAL(write)(fd, bytes, length));
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  WRITE(fd, at, length, REAL(pwrite)(fd, bytes, length, at));
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  WRITE(fd, at, length, REAL(pwrite64)(fd, bytes, length, at));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  WRITE(fd, place_of(fd), length_of(parts, count), REAL(writev)(fd, parts, count));
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  WRITE(fd, at, length_of(parts, count), REAL(pwritev)(fd, parts, count, at));
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  WRITE(fd, at, length_of(parts, count), REAL(pwritev64)(fd, parts, count, at));
}

/* Sizes and removals count as durable at once. */
static int resized(int fd, int result, off_t length) {
  struct watched *file = file_at(fd);
  char path[4096];
  if (file == NULL || result != 0) return result;
  durable_path(file->name, path, sizeof path);
  struct stat about;
  if (stat(path, &about) == 0 && about.st_size > length && truncate(path, length) != 0) abort();
  return 0;
}

int ftruncate(int fd, off_t length) { return resized(fd, REAL(ftruncate)(fd, length), length); }

int ftruncate64(int fd, off64_t length) {
  return resized(fd, REAL(ftruncate64)(fd, length), length);
}

int unlink(const char *path) {
  const char *prefix = getenv("DISK_WATCHED");
  int result = REAL(unlink)(path);
  if (result == 0 && prefix != NULL && strncmp(path, prefix, strlen(prefix)) == 0) {
    char durable[4096];
    durable_path(strrchr(path, '/') + 1, durable, sizeof durable);
    REAL(unlink)(durable);
  }
  return result;
}

#define OPEN(name)                                                \
  int name(const char *path, int flags, ...) {                    \
    mode_t mode = 0;                                              \
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) { \
      __builtin_va_list rest;                                     \
      __builtin_va_start(rest, flags);                            \
      mode = __builtin_va_arg(rest, mode_t);                      \
      __builtin_va_end(rest);                                     \
    }                                                             \
    int fd = REAL(name)(path, flags, mode);                       \
    opened(fd, path);                                             \
    return fd;                                                    \
  }

OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < DESCRIPTORS_MAX) file_of[fd] = 0;
  return REAL(close)(fd);
}
