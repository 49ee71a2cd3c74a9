import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { type AdminSubject, refresh, subjectsOf } from '#web/admin/lib/queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { type Faults, NO_FAULTS } from './list-faults.ts';

interface Options<Stored extends { version: number }, Draft, Input> {
	/** The list as it is on the server now. */
	stored: Stored;
	queryKey: QueryKey;
	/** What is edited on the page. */
	toDraft: (stored: Stored) => Draft;
	/** What is sent. */
	toInput: (draft: Draft) => Input;
	findFaults: (input: Input) => Faults;
	send: (version: number, input: Input) => Promise<Stored>;
	/**
	 * The draft as it has to be sent once `sent` is saved: its new rows have the ids that they have now, or the next save would
	 * add them again.
	 */
	asSaved?: (draft: Draft, sent: Draft, saved: Draft) => Draft;
	/** What is loaded again after a save, besides what shows any list of the college. */
	reloads?: readonly AdminSubject[];
	/** Called when there begins or ceases to be something unsaved. */
	onDirty: (isDirty: boolean) => void;
}

export interface ListDraft<Draft> {
	draft: Draft;
	edit: (next: Draft) => void;
	isDirty: boolean;
	/** Somebody else has changed the list since this draft was begun. */
	isOutdated: boolean;
	faults: Faults;
	/** After a refused save, the first control at fault in it gets the focus. */
	container: RefObject<HTMLDivElement | null>;
	save: () => void;
	isSaving: boolean;
	/** Why the last attempt failed, where no control shows it. */
	alert: string | undefined;
	/** Goes back to the list as it is on the server. */
	discard: () => void;
}

/**
 * Edits a list that is saved as a whole. What is typed stays, whatever the server answers and whoever changes the list
 * meanwhile.
 */
export function useListDraft<Stored extends { version: number }, Draft, Input>(
	options: Options<Stored, Draft, Input>,
): ListDraft<Draft> {
	const { stored, toDraft, toInput, findFaults, send, onDirty } = options;
	const { asSaved = (current: Draft) => current } = options;
	const container = useRef<HTMLDivElement>(null);
	const [base, setBase] = useState(stored);
	const [draft, setDraft] = useState(() => toDraft(stored));
	const [isChecked, setIsChecked] = useState(false);
	const [refusedCount, setRefusedCount] = useState(0);
	const differs = (next: Draft, from: Stored) =>
		JSON.stringify(toInput(next)) !== JSON.stringify(toInput(toDraft(from)));
	const isSameAs = (list: Stored) =>
		isSameText(toInput(asSaved(draft, draft, toDraft(list))), toInput(toDraft(list)));
	const isDirty = differs(draft, base);
	// Versions only rise: an older list comes from a reload that was slower than a save.
	const isNewer = stored.version > base.version;
	const faults = isChecked ? findFaults(toInput(draft)) : NO_FAULTS;

	function rebase(list: Stored, next: Draft): void {
		setBase(list);
		setDraft(next);
		setIsChecked(false);
		onDirty(differs(next, list));
	}

	const saving = useSaving({
		...options,
		send: (sent: Draft) => send(base.version, toInput(sent)),
		onSaved(saved, sent) {
			const next = toDraft(saved);
			// What was typed while the save ran stays; else the list is shown as the server stored it.
			rebase(saved, draft === sent ? next : asSaved(draft, sent, next));
		},
	});
	// A save whose answer was lost: without this it would count as a colleague's change.
	const isStored = isNewer && isDirty && !saving.isPending && isSameAs(stored);
	const adoptStored = useEffectEvent(() => {
		if (saving.isError) toast(CATALOGUE_MESSAGES.saved);
		saving.reset();
		rebase(stored, toDraft(stored));
	});

	useEffect(() => {
		if (isStored) adoptStored();
	}, [isStored]);

	useEffect(() => {
		if (refusedCount === 0) return;
		container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [refusedCount]);

	function save(): void {
		if (saving.isPending) return;
		saving.reset();
		setIsChecked(true);
		if (findFaults(toInput(draft)).size > 0) setRefusedCount((count) => count + 1);
		else saving.mutate(draft);
	}

	if (isNewer && !isDirty) {
		setBase(stored);
		setDraft(toDraft(stored));
	}
	return {
		draft,
		edit(next) {
			setDraft(next);
			onDirty(differs(next, base));
		},
		isDirty,
		isOutdated: isNewer && isDirty && !isStored,
		faults,
		container,
		save,
		isSaving: saving.isPending,
		alert: saving.error && !isNewer ? failureText(saving.error) : undefined,
		discard() {
			saving.reset();
			rebase(stored, toDraft(stored));
			// The button that was pressed is gone.
			container.current?.focus({ preventScroll: true });
		},
	};
}

/** Apart from spaces, which the server may store otherwise than they were typed. */
function isSameText(one: unknown, other: unknown): boolean {
	const normalize = (_key: string, value: unknown) =>
		typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value;
	return JSON.stringify(one, normalize) === JSON.stringify(other, normalize);
}

interface SavingOptions<Stored, Draft> {
	queryKey: QueryKey;
	reloads?: readonly AdminSubject[];
	send: (sent: Draft) => Promise<Stored>;
	/** Called with the list as it is after the save. */
	onSaved: (saved: Stored, sent: Draft) => void;
}

function useSaving<Stored extends { version: number }, Draft>(
	options: SavingOptions<Stored, Draft>,
) {
	const { queryKey, reloads = [], send, onSaved } = options;
	const client = useQueryClient();
	const reload = () => refresh(client, ...subjectsOf('catalogue'), ...reloads);

	return useMutation({
		mutationFn: send,
		onSuccess: (saved, sent) => {
			const before = client.getQueryData<Stored>(queryKey);
			const isUnchanged = saved.version === before?.version;
			client.setQueryData(queryKey, saved);
			toast(isUnchanged ? CATALOGUE_MESSAGES.unchanged : CATALOGUE_MESSAGES.saved);
			onSaved(saved, sent);
			reload().catch(() => undefined);
		},
		// Somebody else may have been faster: the newest list shows whether it was so.
		onError: () => void reload(),
	});
}

function failureText(error: Error): string {
	return errorMessageFor(error, CATALOGUE_MESSAGES.saveFailed, REQUEST_ERRORS.failed.message);
}
