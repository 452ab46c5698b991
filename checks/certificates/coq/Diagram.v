(* The checker of PEGs as a function that Coq runs on tables, and the proof that what it accepts is
   a theorem: a rule matches a whole text exactly if an automaton accepts it.

   `tables.py` writes the tables from a grammar and a certificate. Nothing that it writes is
   believed: `checks` verifies that expressions, continuations and formulas are numbered upwards,
   that matching ends, and each choice between formulas. Only excluded middle is assumed. *)

Require Import List NArith PArith FMapPositive Classical Bool Lia.
Require Import Derivative.
Import ListNotations.
Module M := PositiveMap.

(* Sets of characters, and characters that no set tells apart. *)

Definition set := list (N * N).
Definition within (s : set) (c : N) : bool :=
  existsb (fun range => ((fst range <=? c) && (c <=? snd range))%N) s.

(* The last of some cuts that is not after a character, or 0. *)
Fixpoint floor (cuts : list N) (c : N) : N :=
  match cuts with
  | [] => 0%N
  | cut :: cuts =>
      let best := floor cuts c in if ((cut <=? c) && (best <=? cut))%N then cut else best
  end.

Definition has (cuts : list N) (c : N) : bool := existsb (N.eqb c) cuts.
Definition is_cut (cuts : list N) (s : set) : bool :=
  forallb (fun range => has cuts (fst range) && has cuts (N.succ (snd range))) s.

Lemma floor_le : forall cuts c, (floor cuts c <= c)%N.
Proof.
  induction cuts as [| cut cuts IH]; intros c; simpl; [lia |].
  destruct (N.leb_spec cut c), (N.leb_spec (floor cuts c) cut); simpl; auto.
Qed.

Lemma floor_in : forall cuts c, In (floor cuts c) (0%N :: cuts).
Proof.
  induction cuts as [| cut cuts IH]; intros c; simpl; auto.
  destruct (cut <=? c)%N, (floor cuts c <=? cut)%N; simpl; auto;
    destruct (IH c) as [E | I]; auto.
Qed.

Lemma floor_most : forall cuts c cut, In cut cuts -> (cut <= c)%N -> (cut <= floor cuts c)%N.
Proof.
  induction cuts as [| b cuts IH]; intros c cut I L; simpl; [destruct I |].
  destruct (N.leb_spec b c), (N.leb_spec (floor cuts c) b); simpl; destruct I as [-> | I];
    try specialize (IH c cut I L); lia.
Qed.

Lemma has_in : forall cuts c, has cuts c = true -> In c cuts.
Proof.
  intros cuts c H. apply existsb_exists in H. destruct H as [x [I E]].
  apply N.eqb_eq in E. subst. auto.
Qed.

Lemma within_floor : forall cuts s c, is_cut cuts s = true -> within s (floor cuts c) = within s c.
Proof.
  intros cuts s c. induction s as [| [low high] s IH]; simpl; auto.
  intros H. apply andb_prop in H. destruct H as [H S]. rewrite (IH S). f_equal.
  apply andb_prop in H. destruct H as [L U]. apply has_in in L, U. simpl in *.
  pose proof (floor_le cuts c). pose proof (floor_most cuts c _ L).
  pose proof (floor_most cuts c _ U).
  destruct (N.leb_spec low c), (N.leb_spec low (floor cuts c)), (N.leb_spec c high),
    (N.leb_spec (floor cuts c) high); simpl; lia || auto.
Qed.

(* Expressions by numbers. Each is a rule, so that `Call i` is the expression `i`. `RRepeat` is a
   sequence, too: of one round of a repetition and the others. `less` is one round less. *)

Inductive row : Type :=
  | REmpty
  | RSet (s : set)
  | RSeq (a b : positive)
  | RRepeat (a others : positive)
  | RChoice (a b : positive)
  | RStar (a : positive)
  | RUpto (n : nat) (a less : positive)
  | RAnd (a : positive)
  | RNot (a : positive)
  | REnd
  | RRule (a : positive).

Definition expr_of (r : row) : expr N positive :=
  match r with
  | REmpty => Empty
  | RSet s => One (within s)
  | RSeq a b | RRepeat a b => Seq (Call a) (Call b)
  | RChoice a b => Choice (Call a) (Call b)
  | RStar a => Star (Call a)
  | RUpto n a _ => Upto n (Call a)
  | RAnd a => And (Call a)
  | RNot a => Not (Call a)
  | REnd => EndOfText
  | RRule a => Call a
  end.

Definition body_in (rows : M.t row) (i : positive) : expr N positive :=
  match M.find i rows with Some r => expr_of r | None => Empty end.

Definition by_number {A} (all : list (positive * A)) : M.t A :=
  fold_left (fun map entry => M.add (fst entry) (snd entry) map) all (M.empty A).

Definition for_all {A} (test : positive -> A -> bool) (map : M.t A) : bool :=
  forallb (fun entry => test (fst entry) (snd entry)) (M.elements map).

Lemma for_all_find : forall A test (map : M.t A) i x,
  for_all test map = true -> M.find i map = Some x -> test i x = true.
Proof.
  intros A test map i x H F. unfold for_all in H. rewrite forallb_forall in H.
  exact (H (i, x) (M.elements_correct map i F)).
Qed.

Section Tables.

Variable rows : M.t row.
Notation body := (body_in rows).
Notation matches := (m N positive body).
Notation holds := (holds N positive body).

(* Matching ends: the parts of an expression have smaller numbers, and what a star repeats consumes
   something. *)

Variable eating : M.t unit.
Definition eats (i : positive) : bool := M.mem i rows && M.mem i eating.
Definition row_eats (r : row) : bool :=
  match r with
  | RSet _ => true
  | RSeq a b | RRepeat a b => eats a || eats b
  | RRule a => eats a
  | RChoice a b => eats a && eats b
  | _ => false
  end.

Definition row_is_right (i : positive) (r : row) : bool :=
  let part a := (a <? i)%positive && M.mem a rows in
  implb (M.mem i eating) (row_eats r) &&
  match r with
  | REmpty | RSet _ | REnd | RUpto 0 _ _ => true
  | RSeq a b | RRepeat a b | RChoice a b => part a && part b
  | RStar a => part a && eats a
  | RUpto (S n) a less =>
      part a && part less &&
      match M.find less rows with
      | Some (RUpto n' a' _) => Nat.eqb n n' && (a =? a')%positive
      | _ => false
      end
  | RAnd a | RNot a | RRule a => part a
  end.

Hypothesis rows_are_right : for_all row_is_right rows = true.

Lemma row_right : forall i r, M.find i rows = Some r -> row_is_right i r = true.
Proof. intros. eapply for_all_find; eauto. Qed.

Lemma shorter : forall e w x, matches e w x -> forall v, x = Some v -> length v <= length w.
Proof.
  induction 1; intros u E; inversion E; subst; simpl; auto;
    repeat match goal with
    | IH : forall v, Some ?x = Some v -> _ |- _ => specialize (IH _ eq_refl)
    end; lia.
Qed.

Ltac booleans :=
  repeat match goal with
  | H : _ && _ = true |- _ => apply andb_prop in H; destruct H
  | H : (_ <? _)%positive = true |- _ => apply Pos.ltb_lt in H
  | H : (_ =? _)%positive = true |- _ => apply Pos.eqb_eq in H
  | H : Nat.eqb _ _ = true |- _ => apply PeanoNat.Nat.eqb_eq in H
  end.

Lemma mem_find : forall A i (map : M.t A), M.mem i map = true -> exists x, M.find i map = Some x.
Proof.
  intros A i map H. rewrite M.mem_find in H. destruct (M.find i map); eauto; discriminate.
Qed.

Lemma call_row : forall i r w x, M.find i rows = Some r ->
  (matches (Call i) w x <-> matches (expr_of r) w x).
Proof.
  intros i r w x F. assert (E : body i = expr_of r) by (unfold body_in; rewrite F; auto).
  split; intros H.
  - inversion H; subst. rewrite <- E. auto.
  - constructor. rewrite E. auto.
Qed.

Lemma eats_right : forall n i, Pos.to_nat i < n -> eats i = true ->
  forall w v, matches (Call i) w (Some v) -> length v < length w.
Proof.
  induction n as [| n IH]; intros i L E w v Mi; [lia |].
  unfold eats in E. booleans. destruct (mem_find _ _ _ H) as [r F].
  pose proof (row_right i r F) as O. unfold row_is_right in O. rewrite H0 in O.
  apply andb_prop in O. destruct O as [O P]. apply (call_row i r w _ F) in Mi.
  destruct r as [| s | a b | a b | a b | a | k a less | a | a | | a];
    simpl in O, P, Mi; try discriminate.
  - inversion Mi; subst; simpl; lia.
  - inversion Mi; subst. booleans.
    match goal with A : matches (Call a) _ _, B : matches (Call b) _ _ |- _ =>
      pose proof (shorter _ _ _ A _ eq_refl); pose proof (shorter _ _ _ B _ eq_refl);
      apply orb_prop in O; destruct O as [Ea | Eb];
      [pose proof (IH a ltac:(lia) Ea _ _ A) | pose proof (IH b ltac:(lia) Eb _ _ B)]; lia
    end.
  - inversion Mi; subst. booleans.
    match goal with A : matches (Call a) _ _, B : matches (Call b) _ _ |- _ =>
      pose proof (shorter _ _ _ A _ eq_refl); pose proof (shorter _ _ _ B _ eq_refl);
      apply orb_prop in O; destruct O as [Ea | Eb];
      [pose proof (IH a ltac:(lia) Ea _ _ A) | pose proof (IH b ltac:(lia) Eb _ _ B)]; lia
    end.
  - booleans. inversion Mi; subst.
    + eapply (IH a); eauto; lia.
    + eapply (IH b); eauto; lia.
  - booleans. eapply (IH a); eauto; lia.
Qed.

Lemma ends : forall n i, Pos.to_nat i < n -> M.mem i rows = true ->
  forall w, exists x, matches (Call i) w x.
Proof.
  induction n as [| n IH]; intros i L I w; [lia |].
  destruct (mem_find _ _ _ I) as [r F]. pose proof (row_right i r F) as O.
  unfold row_is_right in O. apply andb_prop in O. destruct O as [_ O].
  enough (exists x, matches (expr_of r) w x) as [x B] by (exists x; apply (call_row i r); auto).
  assert (part : forall a, (a < i)%positive -> M.mem a rows = true ->
    forall w, exists x, matches (Call a) w x) by (intros; apply IH; auto; lia).
  destruct r as [| s | a b | a b | a b | a | k a less | a | a | | a]; simpl in *.
  - eexists. constructor.
  - destruct w as [| c w]; [eexists; constructor |].
    destruct (within s c) eqn:E; [exists (Some w) | exists None]; constructor; auto.
  - booleans. destruct (part a ltac:(auto) ltac:(auto) w) as [[v |] A].
    + destruct (part b ltac:(auto) ltac:(auto) v) as [x B]. exists x. econstructor; eauto.
    + exists None. apply m_seq_fails; auto.
  - booleans. destruct (part a ltac:(auto) ltac:(auto) w) as [[v |] A].
    + destruct (part b ltac:(auto) ltac:(auto) v) as [x B]. exists x. econstructor; eauto.
    + exists None. apply m_seq_fails; auto.
  - booleans. destruct (part a ltac:(auto) ltac:(auto) w) as [[v |] A].
    + exists (Some v). apply m_first; auto.
    + destruct (part b ltac:(auto) ltac:(auto) w) as [x B]. exists x. apply m_second; auto.
  - apply andb_prop in O. destruct O as [O Ea]. booleans.
    enough (all : forall k w, length w <= k -> exists x, matches (Star (Call a)) w x) by eauto.
    induction k as [| k IHk]; intros u Lu;
      (destruct (part a ltac:(auto) ltac:(auto) u) as [[v |] A];
       [pose proof (eats_right _ a (PeanoNat.Nat.lt_succ_diag_r _) Ea _ _ A)
       | exists (Some u); apply m_no_round; auto; fail]).
    + lia.
    + destruct (IHk v ltac:(lia)) as [x B]. exists x. eapply m_round; eauto.
  - destruct k as [| k]; [eexists; constructor |]. booleans.
    assert (some : forall w, exists x, matches (Call a) w x) by auto.
    clear - some. revert w. generalize (S k). intros times.
    induction times as [| times IHt]; intros u; [eexists; constructor |].
    destruct (some u) as [[v |] A].
    + destruct (IHt v) as [x B]. exists x. eapply m_upto_round; eauto.
    + exists (Some u). apply m_upto_no_round; auto.
  - booleans. destruct (part a ltac:(auto) ltac:(auto) w) as [[v |] A].
    + exists (Some w). eapply m_and; eauto.
    + exists None. apply m_and_fails; auto.
  - booleans. destruct (part a ltac:(auto) ltac:(auto) w) as [[v |] A].
    + exists None. eapply m_not_fails; eauto.
    + exists (Some w). apply m_not; auto.
  - destruct w; eexists; constructor.
  - booleans. auto.
Qed.

Definition decided (e : expr N positive) : Prop := forall w, exists x, matches e w x.

Lemma call_decided : forall i, M.mem i rows = true -> decided (Call i).
Proof. intros i I w. exact (ends _ i (PeanoNat.Nat.lt_succ_diag_r _) I w). Qed.

(* Continuations by numbers: an expression, and the number of what follows, which is smaller. 1 is
   the end of the text, 2 is any text. *)

Variable conts : M.t (positive * positive).

Definition cont_is_right (i : positive) (c : positive * positive) : bool :=
  (2 <? i)%positive && (snd c <? i)%positive && M.mem (fst c) rows.

Hypothesis conts_are_right : for_all cont_is_right conts = true.

Fixpoint cont_in (depth : nat) (i : positive) : cont N positive :=
  match depth with
  | O => End
  | S depth =>
      match M.find i conts with
      | Some (e, t) => Then (Call e) (cont_in depth t)
      | None => if (i =? 2)%positive then Accept else End
      end
  end.
Definition the_cont (i : positive) : cont N positive := cont_in (Pos.to_nat i) i.

Lemma cont_right : forall i e t, M.find i conts = Some (e, t) ->
  (2 < i)%positive /\ (t < i)%positive /\ M.mem e rows = true.
Proof.
  intros i e t F. pose proof (for_all_find _ _ _ _ _ conts_are_right F) as O.
  unfold cont_is_right in O. simpl in O. booleans. auto.
Qed.

Lemma cont_depth : forall n k i, Pos.to_nat i <= n -> Pos.to_nat i <= k ->
  cont_in n i = cont_in k i.
Proof.
  induction n as [| n IH]; intros [| k] i Ln Lk; try (pose proof (Pos2Nat.is_pos i); lia).
  simpl. destruct (M.find i conts) as [[e t] |] eqn:F; auto.
  destruct (cont_right _ _ _ F) as [_ [L _]]. f_equal. apply IH; lia.
Qed.

Lemma the_cont_then : forall i e t, M.find i conts = Some (e, t) ->
  the_cont i = Then (Call e) (the_cont t).
Proof.
  intros i e t F. destruct (cont_right _ _ _ F) as [_ [L _]]. unfold the_cont at 1.
  pose proof (Pos2Nat.is_pos i). destruct (Pos.to_nat i) as [| n] eqn:E; [lia |].
  simpl. rewrite F. f_equal. unfold the_cont. apply cont_depth; lia.
Qed.

Lemma the_cont_no : forall i, (i <= 2)%positive -> M.find i conts = None.
Proof.
  intros i L. destruct (M.find i conts) as [[e t] |] eqn:F; auto.
  destruct (cont_right _ _ _ F) as [L' _]. lia.
Qed.

Lemma the_cont_1 : the_cont 1 = End.
Proof.
  unfold the_cont. change (Pos.to_nat 1) with 1. cbn [cont_in]. rewrite the_cont_no by lia. auto.
Qed.

Lemma the_cont_2 : the_cont 2 = Accept.
Proof.
  unfold the_cont. change (Pos.to_nat 2) with 2. cbn [cont_in]. rewrite the_cont_no by lia. auto.
Qed.

(* Formulas by numbers: `if k then y else n`, y and n with smaller numbers. 1 is false, 2 is
   true. *)

Variable decisions : M.t (positive * positive * positive).

Definition decision_is_right (i : positive) (d : positive * positive * positive) : bool :=
  match d with (k, y, n) => (2 <? i)%positive && (y <? i)%positive && (n <? i)%positive end.

Hypothesis decisions_are_right : for_all decision_is_right decisions = true.

Fixpoint true_in (depth : nat) (i : positive) (w : text N) : Prop :=
  match depth with
  | O => False
  | S depth =>
      match M.find i decisions with
      | Some (k, y, n) =>
          (holds (the_cont k) w /\ true_in depth y w) \/
          (~ holds (the_cont k) w /\ true_in depth n w)
      | None => i = 2%positive
      end
  end.
Definition is_true (i : positive) : text N -> Prop := true_in (Pos.to_nat i) i.

Lemma decision_right : forall i k y n, M.find i decisions = Some (k, y, n) ->
  (2 < i)%positive /\ (y < i)%positive /\ (n < i)%positive.
Proof.
  intros i k y n F. pose proof (for_all_find _ _ _ _ _ decisions_are_right F) as O.
  unfold decision_is_right in O. booleans. auto.
Qed.

Lemma true_depth : forall n k i w, Pos.to_nat i <= n -> Pos.to_nat i <= k ->
  (true_in n i w <-> true_in k i w).
Proof.
  induction n as [| n IH]; intros [| k] i w Ln Lk; try (pose proof (Pos2Nat.is_pos i); lia).
  simpl. destruct (M.find i decisions) as [[[c y] no] |] eqn:F; [| tauto].
  destruct (decision_right _ _ _ _ F) as [_ [Ly Lno]].
  rewrite (IH k y w), (IH k no w) by lia. tauto.
Qed.

Lemma is_true_if : forall i k y n w, M.find i decisions = Some (k, y, n) ->
  (is_true i w <->
   (holds (the_cont k) w /\ is_true y w) \/ (~ holds (the_cont k) w /\ is_true n w)).
Proof.
  intros i k y no w F. destruct (decision_right _ _ _ _ F) as [_ [Ly Lno]]. unfold is_true at 1.
  pose proof (Pos2Nat.is_pos i). destruct (Pos.to_nat i) as [| n] eqn:E; [lia |].
  simpl. rewrite F. unfold is_true.
  rewrite (true_depth n (Pos.to_nat y) y w), (true_depth n (Pos.to_nat no) no w) by lia. tauto.
Qed.

Lemma decision_no : forall i, (i <= 2)%positive -> M.find i decisions = None.
Proof.
  intros i L. destruct (M.find i decisions) as [[[k y] n] |] eqn:F; auto.
  destruct (decision_right _ _ _ _ F) as [L' _]. lia.
Qed.

Lemma is_true_1 : forall w, is_true 1 w <-> False.
Proof.
  intros w. unfold is_true. change (Pos.to_nat 1) with 1. cbn [true_in].
  rewrite decision_no by lia. split; [discriminate | tauto].
Qed.

Lemma is_true_2 : forall w, is_true 2 w <-> True.
Proof.
  intros w. unfold is_true. change (Pos.to_nat 2) with 2. cbn [true_in].
  rewrite decision_no by lia. tauto.
Qed.

(* Choices that were verified: `(f and g) or (not f and h)` is r. *)

Definition choice : Type := (positive * positive * positive * positive)%type.
Definition choices : Type := M.t choice.

Definition is_choice (f g h r : positive) : Prop := forall w,
  is_true r w <-> (is_true f w /\ is_true g w) \/ (~ is_true f w /\ is_true h w).

(* What is found under a key is compared, so keys need not differ. *)
Definition key (f g h : positive) : positive := ((f * 65536 + g) * 65536 + h)%positive.

Definition choose (known : choices) (f g h : positive) : option positive :=
  if (f =? 2)%positive then Some g
  else if (f =? 1)%positive then Some h
  else if (g =? h)%positive then Some g
  else if ((g =? 2) && (h =? 1))%positive then Some f
  else match M.find (key f g h) known with
  | Some (f', g', h', r) => if ((f =? f') && (g =? g') && (h =? h'))%positive then Some r else None
  | None => None
  end.

Definition are_right (known : choices) : Prop :=
  forall key f g h r, M.find key known = Some (f, g, h, r) -> is_choice f g h r.

Lemma choose_right : forall known f g h r, are_right known -> choose known f g h = Some r ->
  is_choice f g h r.
Proof.
  intros known f g h r A C w. unfold choose in C.
  destruct (Pos.eqb_spec f 2); [injection C as C; subst; rewrite is_true_2; tauto |].
  destruct (Pos.eqb_spec f 1); [injection C as C; subst; rewrite is_true_1; tauto |].
  destruct (Pos.eqb_spec g h).
  { injection C as C; subst. destruct (classic (is_true f w)); tauto. }
  destruct ((g =? 2) && (h =? 1))%positive eqn:E.
  { booleans. injection C as C; subst. rewrite is_true_1, is_true_2. tauto. }
  destruct (M.find (key f g h) known) as [[[[f' g'] h'] r'] |] eqn:F; [| discriminate].
  destruct ((f =? f') && (g =? g') && (h =? h'))%positive eqn:Q; [| discriminate].
  booleans. injection C as C; subst. exact (A _ _ _ _ _ F w).
Qed.

(* A formula where a continuation holds, or does not. *)
Definition half (k : positive) (yes : bool) (f : positive) : positive :=
  match M.find f decisions with
  | Some (k', y, n) => if (k =? k')%positive then if yes then y else n else f
  | None => f
  end.

Lemma half_right : forall k f w, holds (the_cont k) w ->
  (is_true (half k true f) w <-> is_true f w).
Proof.
  intros k f w H. unfold half. destruct (M.find f decisions) as [[[k' y] n] |] eqn:F; [| tauto].
  destruct (Pos.eqb_spec k k'); [subst | tauto]. rewrite (is_true_if _ _ _ _ w F). tauto.
Qed.

Lemma half_right_not : forall k f w, ~ holds (the_cont k) w ->
  (is_true (half k false f) w <-> is_true f w).
Proof.
  intros k f w H. unfold half. destruct (M.find f decisions) as [[[k' y] n] |] eqn:F; [| tauto].
  destruct (Pos.eqb_spec k k'); [subst | tauto]. rewrite (is_true_if _ _ _ _ w F). tauto.
Qed.

(* A choice with the continuation that it is decided by. *)
Fixpoint verify (steps : list (choice * positive)) (known : choices) : option choices :=
  match steps with
  | [] => Some known
  | (f, g, h, r, k) :: steps =>
      match choose known (half k true f) (half k true g) (half k true h),
            choose known (half k false f) (half k false g) (half k false h) with
      | Some y, Some n =>
          if ((y =? half k true r) && (n =? half k false r))%positive
          then verify steps (M.add (key f g h) (f, g, h, r) known)
          else None
      | _, _ => None
      end
  end.

Lemma verify_right : forall steps known all, are_right known -> verify steps known = Some all ->
  are_right all.
Proof.
  induction steps as [| [[[[f g] h] r] k] steps IH]; intros known all A V; simpl in V.
  - injection V as V. subst. auto.
  - destruct (choose known (half k true f) (half k true g) (half k true h)) as [y |] eqn:Y;
      [| discriminate].
    destruct (choose known (half k false f) (half k false g) (half k false h)) as [n |] eqn:No;
      [| discriminate].
    destruct ((y =? half k true r) && (n =? half k false r))%positive eqn:E; [| discriminate].
    booleans. subst. apply (IH _ _) in V; auto. clear V.
    intros at_key f' g' h' r' F.
    destruct (Pos.eq_dec at_key (key f g h)) as [-> | D].
    + rewrite M.gss in F. injection F as ? ? ? ?. subst. intros w.
      pose proof (choose_right _ _ _ _ _ A Y w) as Cy.
      pose proof (choose_right _ _ _ _ _ A No w) as Cn.
      destruct (classic (holds (the_cont k) w)) as [H | H].
      * rewrite !(half_right _ _ _ H) in Cy. auto.
      * rewrite !(half_right_not _ _ _ H) in Cn. auto.
    + rewrite M.gso in F by auto. exact (A _ _ _ _ _ F).
Qed.

(* What a continuation becomes by one more symbol: a character, or the end of the text. *)

Variable cont_numbers : M.t positive.
Variable atoms : M.t positive.

Definition joined (e t : positive) : option positive :=
  match M.find (e * 65536 + t)%positive cont_numbers with
  | Some j =>
      match M.find j conts with
      | Some (e', t') => if ((e =? e') && (t =? t'))%positive then Some j else None
      | None => None
      end
  | None => None
  end.

Lemma joined_right : forall e t j, joined e t = Some j ->
  the_cont j = Then (Call e) (the_cont t) /\ M.mem e rows = true.
Proof.
  intros e t j J. unfold joined in J.
  destruct (M.find (e * 65536 + t)%positive cont_numbers) as [j' |]; [| discriminate].
  destruct (M.find j' conts) as [[e' t'] |] eqn:F; [| discriminate].
  destruct ((e =? e') && (t =? t'))%positive eqn:E; [| discriminate].
  booleans. injection J as J. subst. split; [exact (the_cont_then _ _ _ F) |].
  exact (proj2 (proj2 (cont_right _ _ _ F))).
Qed.

(* The number of an expression before a continuation: the parts of a sequence one by one, and
   nothing for what is empty. *)
Fixpoint enter (depth : nat) (e t : positive) : option positive :=
  match depth with
  | O => None
  | S depth =>
      match M.find e rows with
      | Some REmpty | Some (RUpto 0 _ _) => Some t
      | Some (RSeq a b) =>
          match enter depth b t with Some j => enter depth a j | None => None end
      | Some _ => joined e t
      | None => None
      end
  end.

Lemma holds_under : forall e k l, (forall w, holds k w <-> holds l w) ->
  forall w, holds (Then e k) w <-> holds (Then e l) w.
Proof. intros e k l E w. simpl. split; intros [v [M H]]; exists v; split; auto; apply E; auto. Qed.

Lemma law_row : forall e r k w, M.find e rows = Some r ->
  (holds (Then (Call e) k) w <-> holds (Then (expr_of r) k) w).
Proof. intros e r k w R. rewrite law_call. unfold body_in at 2. rewrite R. tauto. Qed.

Lemma enter_right : forall depth e t j, enter depth e t = Some j ->
  (forall w, holds (the_cont j) w <-> holds (Then (Call e) (the_cont t)) w) /\ M.mem e rows = true.
Proof.
  induction depth as [| depth IH]; intros e t j E; [discriminate |]. simpl in E.
  destruct (M.find e rows) as [r |] eqn:R; [| discriminate].
  assert (I : M.mem e rows = true) by (rewrite M.mem_find, R; auto). split; auto. intros w.
  assert (J : joined e t = Some j -> holds (the_cont j) w <-> holds (Then (Call e) (the_cont t)) w)
    by (intros J; destruct (joined_right _ _ _ J) as [K _]; rewrite K; tauto).
  destruct r as [| s | a b | a b | a b | a | [| n] a less | a | a | | a]; auto;
    rewrite (law_row e _ _ w R); simpl expr_of.
  - injection E as E. subst. simpl. split.
    + intros X. eexists. split; [constructor | auto].
    + intros [v [M X]]. inversion M; subst. auto.
  - destruct (enter depth b t) as [k |] eqn:B; [| discriminate].
    rewrite law_seq, (proj1 (IH _ _ _ E) w). apply holds_under. exact (proj1 (IH _ _ _ B)).
  - injection E as E. subst. rewrite law_upto_0. tauto.
Qed.

(* Sequences are not longer than this. *)
Variable most : nat.

Definition atom (t : positive) : option positive :=
  if (t =? 2)%positive then Some 2%positive
  else match M.find t atoms with
  | Some r =>
      match M.find r decisions with
      | Some (k, y, n) => if ((k =? t) && (y =? 2) && (n =? 1))%positive then Some r else None
      | None => None
      end
  | None => None
  end.

Lemma atom_right : forall t r w, atom t = Some r -> (is_true r w <-> holds (the_cont t) w).
Proof.
  intros t r w A. unfold atom in A. destruct (Pos.eqb_spec t 2).
  { injection A as A. subst. rewrite is_true_2, the_cont_2. simpl. tauto. }
  destruct (M.find t atoms) as [r' |]; [| discriminate].
  destruct (M.find r' decisions) as [[[k y] no] |] eqn:F; [| discriminate].
  destruct ((k =? t) && (y =? 2) && (no =? 1))%positive eqn:E; [| discriminate].
  booleans. injection A as A. subst. rewrite (is_true_if _ _ _ _ w F), is_true_1, is_true_2. tauto.
Qed.

Definition symbol : Type := option N.

(* The checker computes with the symbol `s`; no set of the grammar tells it from `a`. *)
Definition agree (s a : symbol) : Prop :=
  match s, a with
  | None, None => True
  | Some c, Some b =>
      forall e set, M.find e rows = Some (RSet set) -> within set c = within set b
  | _, _ => False
  end.

Section Symbol.

Variable known : choices.
Hypothesis known_right : are_right known.
Variables s a : symbol.
Hypothesis agreed : agree s a.

Definition becomes (i r : positive) : Prop := forall w, fits N a w ->
  (is_true r w <-> holds (the_cont i) (before N a w)).

Definition hold (held : M.t positive) (i : positive) : option positive :=
  if (i =? 1)%positive then Some (match s with None => 2 | Some _ => 1 end)%positive
  else if (i =? 2)%positive then Some 2%positive
  else M.find i held.

Definition hold_joined (held : M.t positive) (e t : positive) : option positive :=
  match enter most e t with Some j => hold held j | None => None end.

Definition ordered (taken ahead other : option positive) : option positive :=
  match taken, ahead, other with
  | Some t, Some g, Some o =>
      match choose known g 1 o with Some barred => choose known t 2 barred | None => None end
  | _, _, _ => None
  end.

Definition answer (held : M.t positive) (i : positive) : option positive :=
  match M.find i conts with
  | Some (e, t) =>
      match M.find e rows with
      | Some REmpty | Some (RUpto 0 _ _) => hold held t
      | Some (RSet set) =>
          match s with
          | Some c => if within set c then atom t else Some 1%positive
          | None => Some 1%positive
          end
      | Some (RSeq a b) | Some (RRepeat a b) =>
          match enter most b t with Some j => hold_joined held a j | None => None end
      | Some (RChoice a b) =>
          ordered (hold_joined held a t) (hold_joined held a 2) (hold_joined held b t)
      | Some (RStar a) => ordered (hold_joined held a i) (hold_joined held a 2) (hold held t)
      | Some (RUpto (S _) a less) =>
          match enter most less t with
          | Some j => ordered (hold_joined held a j) (hold_joined held a 2) (hold held t)
          | None => None
          end
      | Some (RAnd a) =>
          match hold_joined held a 2, hold held t with
          | Some g, Some f => choose known g f 1
          | _, _ => None
          end
      | Some (RNot a) =>
          match hold_joined held a 2, hold held t with
          | Some g, Some f => choose known g 1 f
          | _, _ => None
          end
      | Some REnd => match s with None => hold held t | Some _ => Some 1%positive end
      | Some (RRule a) => hold_joined held a t
      | None => None
      end
  | None => None
  end.

Definition all_become (held : M.t positive) : Prop :=
  forall i r, M.find i held = Some r -> becomes i r.

Lemma hold_right : forall held i r, all_become held -> hold held i = Some r -> becomes i r.
Proof.
  intros held i r A H w F. unfold hold in H. destruct (Pos.eqb_spec i 1).
  { injection H as H. subst. rewrite the_cont_1.
    destruct s as [c |], a as [b |]; simpl in *; try contradiction.
    - rewrite is_true_1. split; [tauto | discriminate].
    - rewrite is_true_2. tauto. }
  destruct (Pos.eqb_spec i 2).
  { injection H as H. subst. rewrite the_cont_2, is_true_2. simpl. tauto. }
  exact (A _ _ H w F).
Qed.

Lemma hold_joined_right : forall held e t r w, all_become held -> hold_joined held e t = Some r ->
  fits N a w ->
  (is_true r w <-> holds (Then (Call e) (the_cont t)) (before N a w)) /\ decided (Call e).
Proof.
  intros held e t r w A H F. unfold hold_joined in H.
  destruct (enter most e t) as [j |] eqn:J; [| discriminate].
  destruct (enter_right _ _ _ _ J) as [E I]. rewrite <- E.
  split; [exact (hold_right _ _ _ A H w F) | exact (call_decided _ I)].
Qed.

Lemma ordered_right : forall t g o r, ordered (Some t) (Some g) (Some o) = Some r ->
  forall w, is_true r w <-> is_true t w \/ (~ is_true g w /\ is_true o w).
Proof.
  intros t g o r O w. unfold ordered in O.
  destruct (choose known g 1 o) as [barred |] eqn:B; [| discriminate].
  pose proof (choose_right _ _ _ _ _ known_right B w) as Cb.
  pose proof (choose_right _ _ _ _ _ known_right O w) as Cr.
  rewrite is_true_1 in Cb. rewrite is_true_2 in Cr.
  destruct (classic (is_true t w)); tauto.
Qed.

Definition ends_of (e : expr N positive) (w : text N) (d : decided e) := d w.

Theorem answer_right : forall held i r, all_become held -> answer held i = Some r -> becomes i r.
Proof.
  intros held i r A H w F. unfold answer in H.
  destruct (M.find i conts) as [[e t] |] eqn:C; [| discriminate].
  rewrite (the_cont_then _ _ _ C), law_call.
  destruct (M.find e rows) as [row |] eqn:R; [| discriminate].
  assert (B : body e = expr_of row) by (unfold body_in; rewrite R; auto). rewrite B. clear B.
  destruct row as [| set | x y | x y | x y | x | n x less | x | x | | x]; cbn [expr_of].
  - rewrite (hold_right _ _ _ A H w F). simpl. split.
    + intros X. eexists. split; [constructor | auto].
    + intros [v [M X]]. inversion M; subst. auto.
  - destruct s as [c |], a as [b |]; simpl in agreed, F |- *; try contradiction.
    + rewrite (agreed e set R) in H. destruct (within set b) eqn:W.
      * rewrite (atom_right _ _ w H). split.
        -- intros X. exists w. split; [constructor |]; auto.
        -- intros [v [M X]]. inversion M; subst; auto.
      * injection H as H. subst. rewrite is_true_1. split; [tauto |].
        intros [v [M X]]. inversion M; congruence.
    + injection H as H. subst. rewrite is_true_1. split; [tauto |].
      intros [v [M X]]. inversion M.
  - destruct (enter most y t) as [j |] eqn:J; [| discriminate].
    destruct (hold_joined_right _ _ _ _ w A H F) as [E _]. rewrite E, law_seq.
    apply holds_under. exact (proj1 (enter_right _ _ _ _ J)).
  - destruct (enter most y t) as [j |] eqn:J; [| discriminate].
    destruct (hold_joined_right _ _ _ _ w A H F) as [E _]. rewrite E, law_seq.
    apply holds_under. exact (proj1 (enter_right _ _ _ _ J)).
  - destruct (hold_joined held x t) as [taken |] eqn:Ht; [| discriminate].
    destruct (hold_joined held x 2) as [ahead |] eqn:Ha; [| discriminate].
    destruct (hold_joined held y t) as [other |] eqn:Ho; [| discriminate].
    destruct (hold_joined_right _ _ _ _ w A Ht F) as [Et D].
    destruct (hold_joined_right _ _ _ _ w A Ha F) as [Ea _].
    destruct (hold_joined_right _ _ _ _ w A Ho F) as [Eo _].
    rewrite (ordered_right _ _ _ _ H w), Et, Ea, Eo, the_cont_2.
    rewrite (law_choice N positive body decided ends_of _ _ _ _ D). tauto.
  - destruct (hold_joined held x i) as [taken |] eqn:Ht; [| discriminate].
    destruct (hold_joined held x 2) as [ahead |] eqn:Ha; [| discriminate].
    destruct (hold held t) as [other |] eqn:Ho; [| discriminate].
    destruct (hold_joined_right _ _ _ _ w A Ht F) as [Et D].
    destruct (hold_joined_right _ _ _ _ w A Ha F) as [Ea _].
    pose proof (hold_right _ _ _ A Ho w F) as Eo.
    rewrite (ordered_right _ _ _ _ H w), Et, Ea, Eo, the_cont_2, (the_cont_then _ _ _ C).
    rewrite (law_star N positive body decided ends_of _ _ _ D).
    rewrite (holds_under _ _ _ (fun u => law_row e _ (the_cont t) u R)). tauto.
  - destruct n as [| n].
    + rewrite law_upto_0. exact (hold_right _ _ _ A H w F).
    + destruct (enter most less t) as [j |] eqn:J; [| discriminate].
      destruct (hold_joined held x j) as [taken |] eqn:Ht; [| discriminate].
      destruct (hold_joined held x 2) as [ahead |] eqn:Ha; [| discriminate].
      destruct (hold held t) as [other |] eqn:Ho; [| discriminate].
      destruct (hold_joined_right _ _ _ _ w A Ht F) as [Et D].
      destruct (hold_joined_right _ _ _ _ w A Ha F) as [Ea _].
      pose proof (hold_right _ _ _ A Ho w F) as Eo.
      rewrite (ordered_right _ _ _ _ H w), Et, Ea, Eo, the_cont_2.
      rewrite (law_upto N positive body decided ends_of _ _ _ _ D).
      rewrite (holds_under _ _ _ (proj1 (enter_right _ _ _ _ J))).
      pose proof (row_right e _ R) as O. unfold row_is_right in O. booleans.
      destruct (M.find less rows) as [[] |] eqn:L; try discriminate. booleans. subst.
      rewrite (holds_under _ _ _ (fun u => law_row less _ (the_cont t) u L)). tauto.
  - destruct (hold_joined held x 2) as [ahead |] eqn:Ha; [| discriminate].
    destruct (hold held t) as [other |] eqn:Ho; [| discriminate].
    destruct (hold_joined_right _ _ _ _ w A Ha F) as [Ea D].
    pose proof (hold_right _ _ _ A Ho w F) as Eo.
    rewrite law_and, (choose_right _ _ _ _ _ known_right H w), Ea, Eo, the_cont_2, is_true_1. tauto.
  - destruct (hold_joined held x 2) as [ahead |] eqn:Ha; [| discriminate].
    destruct (hold held t) as [other |] eqn:Ho; [| discriminate].
    destruct (hold_joined_right _ _ _ _ w A Ha F) as [Ea D].
    pose proof (hold_right _ _ _ A Ho w F) as Eo.
    rewrite (law_not N positive body decided ends_of _ _ _ D).
    rewrite (choose_right _ _ _ _ _ known_right H w), Ea, Eo, the_cont_2, is_true_1. tauto.
  - pose proof (fun H => hold_right held t r A H w F) as E.
    destruct s as [c |], a as [b |]; simpl in agreed, F; try contradiction.
    + injection H as H. subst. rewrite is_true_1. simpl. split; [tauto |].
      intros [v [M X]]. inversion M.
    + rewrite (E H). simpl in *. subst w. split.
      * intros X. exists []. split; [constructor | auto].
      * intros [v [M X]]. inversion M; subst. auto.
  - destruct (hold_joined_right _ _ _ _ w A H F) as [E _]. exact E.
Qed.

(* The answers of continuations, each after those that it needs. *)
Fixpoint answers (order : list positive) (held : M.t positive) : option (M.t positive) :=
  match order with
  | [] => Some held
  | i :: order =>
      match answer held i with Some r => answers order (M.add i r held) | None => None end
  end.

Lemma answers_right : forall order held all, all_become held -> answers order held = Some all ->
  all_become all.
Proof.
  induction order as [| i order IH]; intros held all A H; simpl in H.
  - injection H as H. subst. auto.
  - destruct (answer held i) as [r |] eqn:E; [| discriminate].
    apply (IH _ _) in H; auto. intros j x Fj.
    destruct (Pos.eq_dec j i) as [-> | D].
    + rewrite M.gss in Fj. injection Fj as Fj. subst. exact (answer_right _ _ _ A E).
    + rewrite M.gso in Fj by auto. exact (A _ _ Fj).
Qed.

(* What formulas become, each after its parts. *)
Definition part (after : M.t positive) (i : positive) : option positive :=
  if (i <=? 2)%positive then Some i else M.find i after.

Fixpoint afters (held : M.t positive) (formulas : list positive) (after : M.t positive)
    : option (M.t positive) :=
  match formulas with
  | [] => Some after
  | f :: formulas =>
      match M.find f decisions with
      | Some (k, y, n) =>
          match hold held k, part after y, part after n with
          | Some h, Some y, Some n =>
              match choose known h y n with
              | Some r => afters held formulas (M.add f r after)
              | None => None
              end
          | _, _, _ => None
          end
      | None => None
      end
  end.

Definition is_after (f r : positive) : Prop := forall w, fits N a w ->
  (is_true r w <-> is_true f (before N a w)).

Lemma part_right : forall after f r, (forall f r, M.find f after = Some r -> is_after f r) ->
  part after f = Some r -> is_after f r.
Proof.
  intros after f r A P w F. unfold part in P. destruct (Pos.leb_spec f 2); [| exact (A _ _ P w F)].
  injection P as P. subst. assert (r = 1 \/ r = 2)%positive as [-> | ->] by lia.
  - rewrite !is_true_1. tauto.
  - rewrite !is_true_2. tauto.
Qed.

Lemma afters_right : forall held formulas after all, all_become held ->
  (forall f r, M.find f after = Some r -> is_after f r) ->
  afters held formulas after = Some all -> forall f r, M.find f all = Some r -> is_after f r.
Proof.
  intros held. induction formulas as [| g formulas IH]; intros after all B A H; simpl in H.
  - injection H as H. subst. auto.
  - destruct (M.find g decisions) as [[[k y] n] |] eqn:D; [| discriminate].
    destruct (hold held k) as [h |] eqn:Hk; [| discriminate].
    destruct (part after y) as [y' |] eqn:Hy; [| discriminate].
    destruct (part after n) as [n' |] eqn:Hn; [| discriminate].
    destruct (choose known h y' n') as [r' |] eqn:Hc; [| discriminate].
    refine (IH _ _ B _ H). intros f r Ff.
    destruct (Pos.eq_dec f g) as [-> | Ne].
    + rewrite M.gss in Ff. injection Ff as Ff. subst. intros w F.
      rewrite (choose_right _ _ _ _ _ known_right Hc w), (is_true_if _ _ _ _ (before N a w) D).
      rewrite (hold_right _ _ _ B Hk w F), (part_right _ _ _ A Hy w F), (part_right _ _ _ A Hn w F).
      tauto.
    + rewrite M.gso in Ff by auto. exact (A _ _ Ff).
Qed.

End Symbol.

(* The automaton, and the list of formulas with states. *)

Variable classes : list set.
(* The class of the characters that no class has. *)
Variable other : nat.
Variable states : M.t (bool * list positive).
Variable entries : M.t positive.
Variables order formulas : list positive.

Fixpoint class_in (classes : list set) (c : N) (n : nat) : nat :=
  match classes with
  | [] => other
  | class :: classes => if within class c then n else class_in classes c (S n)
  end.

Definition next (q : positive) (c : N) : positive :=
  match M.find q states with Some (_, row) => nth (class_in classes c 0) row q | None => q end.

Definition accepts (q : positive) : bool :=
  match M.find q states with Some (accepts, _) => accepts | None => false end.

Fixpoint run (q : positive) (w : text N) : positive :=
  match w with [] => q | c :: w => run (next q c) w end.

Definition symbol_is_right (known : choices) (s : symbol) : bool :=
  match answers known s order (M.empty positive) with
  | Some held =>
      match afters known s held formulas (M.empty positive) with
      | Some after =>
          for_all (fun f q =>
            match part after f with
            | Some g =>
                match s with
                | Some c =>
                    match M.find g entries with
                    | Some to => (to =? next q c)%positive
                    | None => false
                    end
                | None => (g =? if accepts q then 2 else 1)%positive
                end
            | None => false
            end) entries
      | None => false
      end
  | None => false
  end.

Lemma symbol_right : forall known s a, are_right known -> agree s a ->
  symbol_is_right known s = true -> forall f q, M.find f entries = Some q ->
  exists g, is_after a f g /\
    match s with
    | Some c => M.find g entries = Some (next q c)
    | None => g = if accepts q then 2%positive else 1%positive
    end.
Proof.
  intros known s a A G H f q F. unfold symbol_is_right in H.
  destruct (answers known s order (M.empty positive)) as [held |] eqn:Eh; [| discriminate].
  destruct (afters known s held formulas (M.empty positive)) as [after |] eqn:Ea; [| discriminate].
  pose proof (for_all_find _ _ _ _ _ H F) as P. simpl in P.
  destruct (part after f) as [g |] eqn:Pf; [| discriminate]. exists g. split.
  - apply (part_right a after); auto.
    apply (afters_right known A s a G held formulas (M.empty positive)); auto.
    + apply (answers_right known A s a G order (M.empty positive)); auto.
      intros i r E. rewrite M.gempty in E. discriminate.
    + intros i r E. rewrite M.gempty in E. discriminate.
  - destruct s as [c |]; booleans; auto.
    destruct (M.find g entries) as [to |]; [booleans; subst; auto | discriminate].
Qed.

Variable cuts : list N.
Hypothesis sets_are_cut :
  for_all (fun _ r => match r with RSet s => is_cut cuts s | _ => true end) rows = true.
Hypothesis classes_are_cut : forallb (is_cut cuts) classes = true.

Lemma class_floor : forall c, class_in classes (floor cuts c) 0 = class_in classes c 0.
Proof.
  intros c. generalize 0. pose proof classes_are_cut as A. revert A. clear - cuts.
  induction classes as [| class all IH]; simpl; intros A n; auto.
  apply andb_prop in A. destruct A as [A B]. rewrite (within_floor _ _ c A), (IH B). auto.
Qed.

Lemma floor_agrees : forall c, agree (Some (floor cuts c)) (Some c).
Proof.
  intros c e s F. apply within_floor. exact (for_all_find _ _ _ _ _ sets_are_cut F).
Qed.

Variable steps : list (choice * positive).

(* What Coq computes: the choices are right, and after each symbol the list is closed. *)
Definition list_is_closed : bool :=
  match verify steps (M.empty choice) with
  | Some known => forallb (symbol_is_right known) (None :: map Some (0%N :: cuts))
  | None => false
  end.
Hypothesis closed : list_is_closed = true.

Lemma symbols_right : exists known, are_right known /\
  forall s, In s (None :: map Some (0%N :: cuts)) -> symbol_is_right known s = true.
Proof.
  unfold list_is_closed in closed.
  destruct (verify steps (M.empty choice)) as [known |] eqn:V; [| discriminate].
  exists known. rewrite forallb_forall in closed. split; auto. eapply verify_right; [| exact V].
  intros k f g h r E. rewrite M.gempty in E. discriminate.
Qed.

(* Every formula of the list means what its state accepts. *)
Theorem list_is_right : forall w f q, M.find f entries = Some q ->
  (is_true f w <-> accepts (run q w) = true).
Proof.
  destruct symbols_right as [known [right all]].
  induction w as [| c w IH]; intros f q F.
  - destruct (symbol_right known None None right I (all None (in_eq _ _)) f q F) as [g [A E]].
    simpl. specialize (A [] eq_refl). simpl in A. rewrite <- A, E.
    destruct (accepts q); [rewrite is_true_2 | rewrite is_true_1]; intuition congruence.
  - destruct (symbol_right known (Some (floor cuts c)) (Some c) right (floor_agrees c)
      (all _ (in_cons _ _ _ (in_map Some _ _ (floor_in cuts c)))) f q F) as [g [A E]].
    specialize (A w I). simpl in A. rewrite <- A. simpl.
    replace (next q c) with (next q (floor cuts c)); [exact (IH g _ E) |].
    unfold next. rewrite class_floor. auto.
Qed.

Theorem rule_is_right : forall e k f q, M.find f entries = Some q ->
  M.find f decisions = Some (k, 2, 1)%positive -> M.find k conts = Some (e, 1%positive) ->
  forall w, matches (Call e) w (Some []) <-> accepts (run q w) = true.
Proof.
  intros e k f q F D C w. rewrite <- (list_is_right w f q F), (is_true_if _ _ _ _ w D).
  rewrite is_true_1, is_true_2, (the_cont_then _ _ _ C), the_cont_1. simpl. split.
  - intros M. left. split; auto. exists []. auto.
  - intros [[[v [M ->]] _] | [_ []]]. auto.
Qed.

End Tables.
