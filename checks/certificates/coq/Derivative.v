(* The laws that the checker of PEGs uses, its step as a function, and the proof that a closed
   list of formulas shows the language of a rule.

   Assumed: excluded middle, and the hypotheses of the section `Peg`. `total` says that matching
   ends for every expression in scope; pest refuses left recursion and empty rounds of a
   repetition for that purpose.
   Not modelled here: decision diagrams (the checker's equal numbers are the hypothesis `same`),
   classes of characters, ABNF, and the readers of the notations. `Diagram.v` models the first two,
   and proves that matching ends for grammars without recursion. A repetition `a{2,5}` is `a a` and
   then `Upto 3 a`. *)

Require Import List Classical.
Import ListNotations.

Section Peg.

Variable char : Type.
Variable rule : Type.

Inductive expr : Type :=
  | Empty
  | One (member : char -> bool)
  | Seq (a b : expr)
  | Choice (a b : expr)
  | Star (a : expr)
  | Upto (n : nat) (a : expr)
  | And (a : expr)
  | Not (a : expr)
  | EndOfText
  | Call (r : rule).

Variable body : rule -> expr.

Definition text := list char.

(* `m e w (Some v)`: e matches at the beginning of w and leaves v. `m e w None`: e fails. *)
Inductive m : expr -> text -> option text -> Prop :=
  | m_empty : forall w, m Empty w (Some w)
  | m_one : forall p c w, p c = true -> m (One p) (c :: w) (Some w)
  | m_one_other : forall p c w, p c = false -> m (One p) (c :: w) None
  | m_one_end : forall p, m (One p) [] None
  | m_seq : forall a b w v r, m a w (Some v) -> m b v r -> m (Seq a b) w r
  | m_seq_fails : forall a b w, m a w None -> m (Seq a b) w None
  | m_first : forall a b w v, m a w (Some v) -> m (Choice a b) w (Some v)
  | m_second : forall a b w r, m a w None -> m b w r -> m (Choice a b) w r
  | m_round : forall a w v r, m a w (Some v) -> m (Star a) v r -> m (Star a) w r
  | m_no_round : forall a w, m a w None -> m (Star a) w (Some w)
  | m_upto : forall a w, m (Upto 0 a) w (Some w)
  | m_upto_round : forall n a w v r, m a w (Some v) -> m (Upto n a) v r -> m (Upto (S n) a) w r
  | m_upto_no_round : forall n a w, m a w None -> m (Upto (S n) a) w (Some w)
  | m_and : forall a w v, m a w (Some v) -> m (And a) w (Some w)
  | m_and_fails : forall a w, m a w None -> m (And a) w None
  | m_not : forall a w, m a w None -> m (Not a) w (Some w)
  | m_not_fails : forall a w v, m a w (Some v) -> m (Not a) w None
  | m_end : m EndOfText [] (Some [])
  | m_end_fails : forall c w, m EndOfText (c :: w) None
  | m_call : forall r w x, m (body r) w x -> m (Call r) w x.

Theorem deterministic : forall e w x, m e w x -> forall y, m e w y -> x = y.
Proof.
  induction 1; intros y H'; inversion H'; subst; try congruence; auto;
  repeat match goal with
  | IH : forall y, m ?e ?w y -> Some _ = y, H : m ?e ?w _ |- _ => apply IH in H
  | IH : forall y, m ?e ?w y -> None = y, H : m ?e ?w _ |- _ => apply IH in H
  end; try congruence;
  match goal with
  | E : Some _ = Some _ |- _ => injection E as E; subst; auto
  end.
Qed.

(* Continuations. *)

Inductive cont : Type :=
  | End
  | Accept
  | Then (e : expr) (k : cont).

Fixpoint holds (k : cont) (w : text) : Prop :=
  match k with
  | End => w = []
  | Accept => True
  | Then e k => exists v, m e w (Some v) /\ holds k v
  end.

(* The expressions that a rule uses, for which matching ends. *)
Variable scope : expr -> Prop.
Hypothesis scope_seq : forall a b, scope (Seq a b) -> scope a /\ scope b.
Hypothesis scope_choice : forall a b, scope (Choice a b) -> scope a /\ scope b.
Hypothesis scope_star : forall a, scope (Star a) -> scope a.
Hypothesis scope_upto : forall n a, scope (Upto (S n) a) -> scope a /\ scope (Upto n a).
Hypothesis scope_and : forall a, scope (And a) -> scope a.
Hypothesis scope_not : forall a, scope (Not a) -> scope a.
Hypothesis scope_call : forall r, scope (Call r) -> scope (body r).
Hypothesis total : forall e w, scope e -> exists x, m e w x.

Fixpoint scoped (k : cont) : Prop :=
  match k with
  | Then e k => scope e /\ scoped k
  | _ => True
  end.

Lemma fails : forall e w, scope e -> (m e w None <-> ~ holds (Then e Accept) w).
Proof.
  intros e w S. split.
  - intros F [v [M _]]. discriminate (deterministic _ _ _ F _ M).
  - intros N. destruct (total e w S) as [[v |] M]; auto.
    exfalso. apply N. exists v. simpl. auto.
Qed.

(* The laws. *)

Lemma law_seq : forall a b k w, holds (Then (Seq a b) k) w <-> holds (Then a (Then b k)) w.
Proof.
  intros. simpl. split.
  - intros [v [M H]]. inversion M; subst. eexists. split; [eassumption |]. exists v. auto.
  - intros [u [M [v [M' H]]]]. exists v. split; auto. econstructor; eauto.
Qed.

Theorem law_choice : forall a b k w, scope a ->
  (holds (Then (Choice a b) k) w <->
   holds (Then a k) w \/ (~ holds (Then a Accept) w /\ holds (Then b k) w)).
Proof.
  intros a b k w S. rewrite <- (fails a w S). simpl. split.
  - intros [v [M H]]. inversion M; subst.
    + left. exists v. auto.
    + right. split; auto. exists v. auto.
  - intros [[v [M H]] | [F [v [M H]]]]; exists v; split; auto.
    + apply m_first; auto.
    + apply m_second; auto.
Qed.

Theorem law_star : forall a k w, scope a ->
  (holds (Then (Star a) k) w <->
   holds (Then a (Then (Star a) k)) w \/ (~ holds (Then a Accept) w /\ holds k w)).
Proof.
  intros a k w S. rewrite <- (fails a w S). simpl. split.
  - intros [v [M H]]. inversion M; subst.
    + left. eexists. split; [eassumption |]. exists v. auto.
    + right. auto.
  - intros [[u [M [v [M' H]]]] | [F H]].
    + exists v. split; auto. eapply m_round; eauto.
    + exists w. split; auto. apply m_no_round; auto.
Qed.

Theorem law_upto : forall n a k w, scope a ->
  (holds (Then (Upto (S n) a) k) w <->
   holds (Then a (Then (Upto n a) k)) w \/ (~ holds (Then a Accept) w /\ holds k w)).
Proof.
  intros n a k w S. rewrite <- (fails a w S). simpl. split.
  - intros [v [M H]]. inversion M; subst.
    + left. eexists. split; [eassumption |]. exists v. auto.
    + right. auto.
  - intros [[u [M [v [M' H]]]] | [F H]].
    + exists v. split; auto. eapply m_upto_round; eauto.
    + exists w. split; auto. apply m_upto_no_round; auto.
Qed.

Lemma law_upto_0 : forall a k w, holds (Then (Upto 0 a) k) w <-> holds k w.
Proof.
  intros. simpl. split.
  - intros [v [M H]]. inversion M; subst. auto.
  - intros H. exists w. split; auto. constructor.
Qed.

Theorem law_and : forall a k w,
  holds (Then (And a) k) w <-> holds (Then a Accept) w /\ holds k w.
Proof.
  intros. simpl. split.
  - intros [v [M H]]. inversion M; subst. split; auto. eexists. split; [eassumption | exact I].
  - intros [[v [M _]] H]. exists w. split; auto. eapply m_and; eauto.
Qed.

Theorem law_not : forall a k w, scope a ->
  (holds (Then (Not a) k) w <-> ~ holds (Then a Accept) w /\ holds k w).
Proof.
  intros a k w S. rewrite <- (fails a w S). simpl. split.
  - intros [v [M H]]. inversion M; subst. auto.
  - intros [F H]. exists w. split; auto. apply m_not; auto.
Qed.

(* The checker leaves out `a k` where `a ACCEPT` is false. *)
Lemma law_ahead : forall a k w, holds (Then a k) w -> holds (Then a Accept) w.
Proof. intros a k w [v [M _]]. exists v. simpl. auto. Qed.

Lemma law_call : forall r k w, holds (Then (Call r) k) w <-> holds (Then (body r) k) w.
Proof.
  intros. simpl. split; intros [v [M H]]; exists v; split; auto.
  - inversion M; auto.
  - constructor; auto.
Qed.

(* Formulas, and the step of the checker. *)

Inductive formula : Type :=
  | No
  | Yes
  | Ask (k : cont)
  | If (f g h : formula).

Fixpoint means (f : formula) (w : text) : Prop :=
  match f with
  | No => False
  | Yes => True
  | Ask k => holds k w
  | If f g h => (means f w /\ means g w) \/ (~ means f w /\ means h w)
  end.

Definition both (x y : option formula) (f : formula -> formula -> formula) : option formula :=
  match x, y with Some x, Some y => Some (f x y) | _, _ => None end.

Definition ordered (taken ahead other : option formula) : option formula :=
  match taken, ahead, other with
  | Some t, Some g, Some o => Some (If t Yes (If g No o))
  | _, _, _ => None
  end.

(* The formula about the rest of a text that a continuation becomes by one more character, or by the
   end of the text. None: the depth does not suffice. *)
Fixpoint answer (depth : nat) (k : cont) (s : option char) : option formula :=
  match depth with
  | O => None
  | S n =>
    match k with
    | Accept => Some Yes
    | End => Some (match s with None => Yes | Some _ => No end)
    | Then Empty k => answer n k s
    | Then (One p) k =>
        Some (match s with Some c => if p c then Ask k else No | None => No end)
    | Then (Seq a b) k => answer n (Then a (Then b k)) s
    | Then (Choice a b) k =>
        ordered (answer n (Then a k) s) (answer n (Then a Accept) s) (answer n (Then b k) s)
    | Then (Star a) k =>
        ordered (answer n (Then a (Then (Star a) k)) s) (answer n (Then a Accept) s) (answer n k s)
    | Then (Upto 0 a) k => answer n k s
    | Then (Upto (S i) a) k =>
        ordered (answer n (Then a (Then (Upto i a) k)) s) (answer n (Then a Accept) s)
          (answer n k s)
    | Then (And a) k => both (answer n (Then a Accept) s) (answer n k s) (fun g f => If g f No)
    | Then (Not a) k => both (answer n (Then a Accept) s) (answer n k s) (fun g f => If g No f)
    | Then EndOfText k => match s with None => answer n k s | Some _ => Some No end
    | Then (Call r) k => answer n (Then (body r) k) s
    end
  end.

Fixpoint derivative (depth : nat) (f : formula) (s : option char) : option formula :=
  match f with
  | No => Some No
  | Yes => Some Yes
  | Ask k => answer depth k s
  | If f g h =>
      match derivative depth f s, derivative depth g s, derivative depth h s with
      | Some f, Some g, Some h => Some (If f g h)
      | _, _, _ => None
      end
  end.

(* The text that a symbol begins: the rest is empty after the end of the text. *)
Definition before (s : option char) (w : text) : text :=
  match s with Some c => c :: w | None => [] end.
Definition fits (s : option char) (w : text) : Prop :=
  match s with Some _ => True | None => w = [] end.

Lemma means_ordered : forall t g o w,
  means (If t Yes (If g No o)) w <-> means t w \/ (~ means g w /\ means o w).
Proof. intros. simpl. destruct (classic (means t w)); tauto. Qed.

Ltac parts H :=
  unfold both, ordered in H;
  repeat match type of H with
  | context [match ?x with Some _ => _ | None => _ end] =>
      let E := fresh "E" in destruct x eqn:E; simpl in H; try discriminate H
  end;
  injection H as H; subst.

(* What the function returns is true of the rest of a text exactly where the continuation holds. *)
Theorem answer_is_right : forall depth k s f, scoped k -> answer depth k s = Some f ->
  forall w, fits s w -> (means f w <-> holds k (before s w)).
Proof.
  induction depth as [| n IH]; intros k s f S H w F; [discriminate H |].
  destruct k as [| | e k].
  - simpl in H. injection H as H. subst. destruct s; simpl.
    + split; [tauto | discriminate].
    + tauto.
  - simpl in H. injection H as H. subst. simpl. tauto.
  - destruct S as [Se Sk].
    destruct e as [| p | a b | a b | a | i a | a | a | | r]; simpl in H.
    + rewrite (IH _ _ _ Sk H w F). simpl. split.
      * intros X. eexists. split; [constructor | auto].
      * intros [v [M X]]. inversion M; subst. auto.
    + injection H as H. subst. destruct s as [c |]; simpl in *.
      * destruct (p c) eqn:Pc; simpl.
        -- split.
           ++ intros X. exists w. split; [constructor |]; auto.
           ++ intros [v [M X]]. inversion M; subst; auto.
        -- split; [tauto |]. intros [v [M X]]. inversion M; congruence.
      * split; [tauto |]. intros [v [M X]]. inversion M.
    + destruct (scope_seq _ _ Se) as [Sa Sb]. rewrite law_seq.
      apply (IH (Then a (Then b k)) s f); simpl; auto.
    + destruct (scope_choice _ _ Se) as [Sa Sb]. parts H.
      rewrite means_ordered, (law_choice a b k _ Sa).
      rewrite (IH (Then a k) s _ (conj Sa Sk) E w F).
      rewrite (IH (Then a Accept) s _ (conj Sa I) E0 w F).
      rewrite (IH (Then b k) s _ (conj Sb Sk) E1 w F). tauto.
    + pose proof (scope_star _ Se) as Sa. parts H.
      rewrite means_ordered, (law_star a k _ Sa).
      rewrite (IH (Then a (Then (Star a) k)) s _ (conj Sa (conj Se Sk)) E w F).
      rewrite (IH (Then a Accept) s _ (conj Sa I) E0 w F).
      rewrite (IH k s _ Sk E1 w F). tauto.
    + destruct i as [| i].
      * rewrite law_upto_0. exact (IH k s f Sk H w F).
      * destruct (scope_upto _ _ Se) as [Sa Su]. parts H.
        rewrite means_ordered, (law_upto i a k _ Sa).
        rewrite (IH (Then a (Then (Upto i a) k)) s _ (conj Sa (conj Su Sk)) E w F).
        rewrite (IH (Then a Accept) s _ (conj Sa I) E0 w F).
        rewrite (IH k s _ Sk E1 w F). tauto.
    + pose proof (scope_and _ Se) as Sa. parts H. rewrite law_and.
      rewrite <- (IH (Then a Accept) s _ (conj Sa I) E w F).
      rewrite <- (IH k s _ Sk E0 w F). simpl. tauto.
    + pose proof (scope_not _ Se) as Sa. parts H. rewrite (law_not a k _ Sa).
      rewrite <- (IH (Then a Accept) s _ (conj Sa I) E w F).
      rewrite <- (IH k s _ Sk E0 w F). simpl. tauto.
    + destruct s as [c |].
      * injection H as H. subst. simpl. split; [tauto |]. intros [v [M X]]. inversion M.
      * rewrite (IH _ _ _ Sk H w F). simpl. split.
        -- intros X. exists []. split; [constructor | auto].
        -- intros [v [M X]]. inversion M; subst. auto.
    + rewrite law_call. apply (IH (Then (body r) k) s f); simpl; auto.
Qed.

Fixpoint all_scoped (f : formula) : Prop :=
  match f with
  | Ask k => scoped k
  | If f g h => all_scoped f /\ all_scoped g /\ all_scoped h
  | _ => True
  end.

Theorem derivative_is_right : forall depth f s d, all_scoped f -> derivative depth f s = Some d ->
  forall w, fits s w -> (means d w <-> means f (before s w)).
Proof.
  intros depth f. induction f as [| | k | f IHf g IHg h IHh]; intros s d S H w F; simpl in H.
  - injection H as H. subst. simpl. tauto.
  - injection H as H. subst. simpl. tauto.
  - exact (answer_is_right depth k s d S H w F).
  - destruct S as [Sf [Sg Sh]]. parts H. simpl.
    rewrite (IHf _ _ Sf E w F), (IHg _ _ Sg E0 w F), (IHh _ _ Sh E1 w F). tauto.
Qed.

(* An automaton, and a list of formulas with states. *)

Variable state : Type.
Variable next : state -> char -> state.
Variable accepts : state -> bool.

Fixpoint run (q : state) (w : text) : state :=
  match w with [] => q | c :: w => run (next q c) w end.

(* The checker's equality of formulas: equal numbers. *)
Variable same : formula -> formula -> Prop.
Hypothesis same_means : forall f g, same f g -> forall w, means f w <-> means g w.

Variable listed : formula -> state -> Prop.

Definition ends (f : formula) (q : state) : Prop :=
  exists depth d, derivative depth f None = Some d /\ (means d [] <-> accepts q = true).
Definition goes_on (f : formula) (q : state) : Prop :=
  forall c, exists depth d g,
    derivative depth f (Some c) = Some d /\ same d g /\ listed g (next q c).
Definition closed : Prop :=
  forall f q, listed f q -> all_scoped f /\ ends f q /\ goes_on f q.

(* Every formula of a closed list means what its state accepts. *)
Theorem closed_list : closed -> forall w f q, listed f q ->
  (means f w <-> accepts (run q w) = true).
Proof.
  intros C w. induction w as [| c w IH]; intros f q L; destruct (C f q L) as [S [E G]].
  - destruct E as [depth [d [D A]]]. simpl. rewrite <- A.
    symmetry. exact (derivative_is_right depth f None d S D [] eq_refl).
  - destruct (G c) as [depth [d [g [D [M N]]]]]. simpl. rewrite <- (IH g (next q c) N).
    rewrite <- (same_means d g M w).
    symmetry. exact (derivative_is_right depth f (Some c) d S D w I).
Qed.

(* The theorem of a certificate: a rule matches a whole text exactly if the automaton accepts it. *)
Theorem certificate : forall r q, closed -> listed (Ask (Then (Call r) End)) q ->
  forall w, m (Call r) w (Some []) <-> accepts (run q w) = true.
Proof.
  intros r q C L w. rewrite <- (closed_list C w _ q L). simpl. split.
  - intros M. exists []. auto.
  - intros [v [M E]]. subst. auto.
Qed.

End Peg.

Arguments Empty {char rule}.
Arguments One {char rule}.
Arguments Seq {char rule}.
Arguments Choice {char rule}.
Arguments Star {char rule}.
Arguments Upto {char rule}.
Arguments And {char rule}.
Arguments Not {char rule}.
Arguments EndOfText {char rule}.
Arguments Call {char rule}.
Arguments End {char rule}.
Arguments Accept {char rule}.
Arguments Then {char rule}.

Print Assumptions certificate.
