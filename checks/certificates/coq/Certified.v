(* The theorem about the rule that `Tables.v` holds: a text, as a list of code points, is matched by
   the PEG from its beginning to its end exactly if the automaton of the certificate accepts it.
   `Tables.v` is written by `tables.py`; `.ci/coq` runs both. *)

Require Import List NArith PArith FMapPositive.
Require Import Derivative Diagram Tables.
Import ListNotations.

Definition grammar : M.t row := Eval vm_compute in by_number the_rows.
Definition eating : M.t unit := Eval vm_compute in by_number the_eating.
Definition conts : M.t (positive * positive) := Eval vm_compute in by_number the_conts.
Definition numbers : M.t positive := Eval vm_compute in by_number the_numbers.
Definition decisions : M.t (positive * positive * positive) :=
  Eval vm_compute in by_number the_decisions.
Definition atoms : M.t positive := Eval vm_compute in by_number the_atoms.
Definition automaton : M.t (bool * list positive) := Eval vm_compute in by_number the_states.
Definition entries : M.t positive := Eval vm_compute in by_number the_entries.

Theorem rule_is_the_automaton : forall text,
  m N positive (body_in grammar) (Call start) text (Some []) <->
  accepts automaton (run the_classes other automaton 1 text) = true.
Proof.
  apply (rule_is_right grammar eating) with (conts := conts) (decisions := decisions)
    (cont_numbers := numbers) (most := 100) (atoms := atoms) (entries := entries)
    (order := the_order) (formulas := the_formulas) (cuts := the_cuts) (steps := the_steps)
    (k := start_cont) (f := start_formula);
    vm_compute; reflexivity.
Qed.

Print Assumptions rule_is_the_automaton.

(* The automaton is that of URI references: "a://b/?c#d" and the empty text, but not "%". *)
Example some_texts :
  map (fun text => accepts automaton (run the_classes other automaton 1 text))
    [[97; 58; 47; 47; 98; 47; 63; 99; 35; 100]; []; [37]]%N = [true; true; false].
Proof. vm_compute. reflexivity. Qed.
