import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { type AdminDataKind, dataKindsShowing, refresh } from '#web/admin/lib/queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { type Faults, NO_FAULTS } from './list-faults.ts';

interface Options<Stored extends { version: number }, Draft, Input> {
	/** The list as it is on the server now. */
	stored: Stored;
	queryKey: QueryKey;
	/** Converts the stored list to the form in which it is edited. */
	toDraft: (stored: Stored) => Draft;
	/** Converts the draft to the request body. */
	toInput: (draft: Draft) => Input;
	findFaults: (input: Input) => Faults;
	/** Saves the list. The server refuses if its list has another version than `version`. */
	send: (version: number, input: Input) => Promise<Stored>;
	/**
	 * Updates a draft that was edited while `sent` was being saved, with what the server has stored. For example, new rows
	 * get their ids; otherwise the next save would add them again.
	 */
	applySaved?: (draft: Draft, sent: Draft, saved: Draft) => Draft;
	/** Queries that a save invalidates besides those that every list of the catalogue invalidates. */
	reloads?: readonly AdminDataKind[];
	/** Called when the draft has changed, with whether there are unsaved changes. */
	onDirty: (isDirty: boolean) => void;
}

export interface ListDraft<Draft> {
	draft: Draft;
	edit: (changedDraft: Draft) => void;
	isDirty: boolean;
	/** Whether a colleague has changed the list since this draft was begun. */
	isOutdated: boolean;
	faults: Faults;
	/** The element around the list: when validation fails, its first invalid control gets the focus. */
	container: RefObject<HTMLDivElement | null>;
	save: () => void;
	isSaving: boolean;
	/** Why the last save failed; undefined if it did not, or if the server has a newer list, as `isOutdated` then says. */
	alert: string | undefined;
	/** Drops the edits and shows the list as it is on the server. */
	discard: () => void;
}

/**
 * The draft of a list that is saved as a whole. Unsaved input is never overwritten, neither by the answer to a save nor
 * by a colleague's change.
 */
export function useListDraft<Stored extends { version: number }, Draft, Input>(
	options: Options<Stored, Draft, Input>,
): ListDraft<Draft> {
	const { stored, toDraft, toInput, findFaults, send, onDirty } = options;
	const { applySaved = (current: Draft) => current } = options;
	const container = useRef<HTMLDivElement>(null);
	/** The stored list with which the draft is compared; a save sends its version. */
	const [base, setBase] = useState(stored);
	const [draft, setDraft] = useState(() => toDraft(stored));
	const [areFaultsVisible, setAreFaultsVisible] = useState(false);
	const [invalidSaveCount, setInvalidSaveCount] = useState(0);
	const differs = (edited: Draft, list: Stored) =>
		JSON.stringify(toInput(edited)) !== JSON.stringify(toInput(toDraft(list)));
	/**
	 * Whether a save of this draft would have stored `list`. `applySaved` gets the draft also as the one that was sent,
	 * and gives new rows the ids that they have in the list.
	 */
	const wouldBeStoredAs = (list: Stored) =>
		isSameText(toInput(applySaved(draft, draft, toDraft(list))), toInput(toDraft(list)));
	const isDirty = differs(draft, base);
	// Versions only rise: an older list comes from a reload that was slower than a save.
	const isNewer = stored.version > base.version;
	const faults = areFaultsVisible ? findFaults(toInput(draft)) : NO_FAULTS;

	function rebase(list: Stored, newDraft: Draft): void {
		setBase(list);
		setDraft(newDraft);
		setAreFaultsVisible(false);
		onDirty(differs(newDraft, list));
	}

	const saving = useSaving({
		...options,
		send: (sent: Draft) => send(base.version, toInput(sent)),
		onSaved(saved, sent) {
			const savedDraft = toDraft(saved);
			// Without edits during the save, show the list as the server stored it; otherwise keep the edits.
			rebase(saved, draft === sent ? savedDraft : applySaved(draft, sent, savedDraft));
		},
	});
	// A newer list that equals the draft comes from a save whose answer was lost, not from a colleague.
	const isDraftStored = isNewer && isDirty && !saving.isPending && wouldBeStoredAs(stored);
	const adoptStored = useEffectEvent(() => {
		if (saving.isError) toast(CATALOGUE_MESSAGES.saved);
		saving.reset();
		rebase(stored, toDraft(stored));
	});

	useEffect(() => {
		if (isDraftStored) adoptStored();
	}, [isDraftStored]);

	useEffect(() => {
		if (invalidSaveCount === 0) return;
		container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [invalidSaveCount]);

	function save(): void {
		if (saving.isPending) return;
		saving.reset();
		setAreFaultsVisible(true);
		if (findFaults(toInput(draft)).size > 0) setInvalidSaveCount((count) => count + 1);
		else saving.mutate(draft);
	}

	// Without unsaved input, a newer list is shown at once. Not by `rebase`, whose `onDirty` must not be called while
	// rendering.
	if (isNewer && !isDirty) {
		setBase(stored);
		setDraft(toDraft(stored));
	}
	return {
		draft,
		edit(changedDraft) {
			setDraft(changedDraft);
			onDirty(differs(changedDraft, base));
		},
		isDirty,
		isOutdated: isNewer && isDirty && !isDraftStored,
		faults,
		container,
		save,
		isSaving: saving.isPending,
		alert: saving.error && !isNewer ? failureText(saving.error) : undefined,
		discard() {
			saving.reset();
			rebase(stored, toDraft(stored));
			// The pressed button disappears, and would take the focus with it.
			container.current?.focus({ preventScroll: true });
		},
	};
}

/** Ignores spaces at the ends and repeated spaces, which the server normalises. */
function isSameText(one: unknown, other: unknown): boolean {
	const normalize = (_key: string, value: unknown) =>
		typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value;
	return JSON.stringify(one, normalize) === JSON.stringify(other, normalize);
}

interface SavingOptions<Stored, Draft> {
	queryKey: QueryKey;
	reloads?: readonly AdminDataKind[];
	send: (sent: Draft) => Promise<Stored>;
	/** Called with the list as it is after the save. */
	onSaved: (saved: Stored, sent: Draft) => void;
}

function useSaving<Stored extends { version: number }, Draft>(
	options: SavingOptions<Stored, Draft>,
) {
	const { queryKey, reloads = [], send, onSaved } = options;
	const client = useQueryClient();
	const reload = () => refresh(client, ...dataKindsShowing('catalogue'), ...reloads);

	return useMutation({
		mutationFn: send,
		onSuccess: (saved, sent) => {
			const before = client.getQueryData<Stored>(queryKey);
			const isUnchanged = saved.version === before?.version;
			client.setQueryData(queryKey, saved);
			if (isUnchanged) toast(CATALOGUE_MESSAGES.unchanged, { tone: 'plain' });
			else toast(CATALOGUE_MESSAGES.saved);
			onSaved(saved, sent);
			reload().catch(() => undefined);
		},
		// A colleague may have saved first: reloading shows whether the list is outdated.
		onError: () => void reload(),
	});
}

function failureText(error: Error): string {
	return errorMessageFor(error, CATALOGUE_MESSAGES.saveFailed, REQUEST_ERRORS.failed.message);
}
