const typed = `(defstruct costume name size colour (lent-to nil) (fee 0))
(defvar *wardrobe* (list (make-costume :name "Harlequin" :size 48 :colour "lozenge" :fee 35) (make-costume :name "Queen of the Night" :size 42 :colour "midnight" :lent-to "Opera Vesle" :fee 120) (make-costume :name "Third Watchman" :size 54 :colour "rust" :fee 18)))
(defvar *keeper* "Leontine Abend")
(defvar *cupboards* (make-hash-table :test 'equal))
(setf (gethash "attic" *cupboards*) 31)
(setf (gethash "stage left" *cupboards*) 12)
(defvar *waiting* '("Amateur Players Horn" "School at Weir"))
(defparameter *deposit* 55.5)
(defclass show () ((title :initarg :title :accessor show-title) (opens :initarg :opens :accessor show-opens) (seats :initarg :seats :accessor show-seats)))
(defvar *next-show* (make-instance 'show :title "The Glass Slipper" :opens "2026-12-05" :seats 260))
(defvar *sold* 0)
(defvar *washing* (vector "gloves" "ruffs" "stockings"))
(defun lend (name who) (let ((it (find name *wardrobe* :key #'costume-name :test #'string=))) (setf (costume-lent-to it) who)))
(defun sell-seats (count) (incf *sold* count))
(defun new-costume (name size colour) (push (make-costume :name name :size size :colour colour) *wardrobe*) (length *wardrobe*))
(defun queue-up (who) (setf *waiting* (append *waiting* (list who))) (length *waiting*))
(defun discard (name) (setf *wardrobe* (remove name *wardrobe* :key #'costume-name :test #'string=)) (length *wardrobe*))
(sell-seats 84)
(lend "Third Watchman" "Guild of Bakers")
(format t "~&wardrobe is ~a~%" "open")
`;

/** ABCL as Debian has it: a prompt of Common Lisp on the JVM, at which the keeper of a theatre's wardrobe has typed. */
export default {
  get: { debian: ['abcl'] },
  start: ({ root }) => [
    'java',
    ['-Xmx192m', '-cp', `${root}/usr/share/java/abcl.jar`, 'org.armedbear.lisp.Main', '--noinform', '--noinit'],
  ],
  ready: ({ until, said }) => until(() => said().includes('CL-USER(1):'), 'the prompt'),
  async drive({ stdin, until, said }) {
    stdin(typed);
    await until(() => said().includes('wardrobe is open') && /CL-USER\(\d+\): $/.test(said()), 'what was typed', 120_000);
  },
};
