import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import type { ListFault } from '#contract/catalogue/list-rules.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { type AdminDataKind, dataKindsShowing, refresh } from '#web/admin/lib/queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

export interface Versioned {
	version: number;
}

/** How a list of the catalogue is loaded, edited, validated and saved as a whole. */
export interface CatalogueList<Stored extends Versioned, Draft, Body> {
	/** Its name in the query key. */
	key: string;
	load: (options: { signal: AbortSignal }) => Promise<Stored>;
	/** Converts the stored list to the form in which it is edited. */
	toDraft: (stored: Stored) => Draft;
	/** Converts the draft to the request body, without the version. */
	toBody: (draft: Draft) => Body;
	findFaults: (body: Body) => Faults;
	/** Saves the list. The server refuses if its list has another version than `version`. */
	save: (body: Body & Versioned) => Promise<Stored>;
	/**
	 * Updates a draft that was edited while `sent` was being saved, with what the server has stored. For example, new rows
	 * get their ids; otherwise the next save would add them again.
	 */
	applySaved?: (draft: Draft, sent: Draft, saved: Draft) => Draft;
	/** Queries that a save invalidates besides those that every list of the catalogue invalidates. */
	reloads?: readonly AdminDataKind[];
}

export const listQueryKey = (key: string): QueryKey => ['catalogue', 'list', key];

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
 * @param stored the list as it is on the server now
 * @param onDirty called when the draft has changed, with whether there are unsaved changes
 */
export function useListDraft<Stored extends Versioned, Draft, Body extends object>(
	list: CatalogueList<Stored, Draft, Body>,
	stored: Stored,
	onDirty: (isDirty: boolean) => void,
): ListDraft<Draft> {
	const { toDraft, toBody, findFaults, applySaved = (current) => current } = list;
	const container = useRef<HTMLDivElement>(null);
	/** The stored list with which the draft is compared; a save sends its version. */
	const [base, setBase] = useState(stored);
	const [draft, setDraft] = useState(() => toDraft(stored));
	const [areFaultsVisible, setAreFaultsVisible] = useState(false);
	const [invalidSaveCount, setInvalidSaveCount] = useState(0);
	const differs = (edited: Draft, other: Stored) =>
		JSON.stringify(toBody(edited)) !== JSON.stringify(toBody(toDraft(other)));
	const isDirty = differs(draft, base);
	// Versions only rise: an older list comes from a reload that was slower than a save.
	const isNewer = stored.version > base.version;

	function rebase(newBase: Stored, newDraft: Draft): void {
		setBase(newBase);
		setDraft(newDraft);
		setAreFaultsVisible(false);
		onDirty(differs(newDraft, newBase));
	}

	const saving = useSaving(list, base.version, (saved, sent) => {
		const savedDraft = toDraft(saved);
		// Without edits during the save, show the list as the server stored it; otherwise keep the edits.
		rebase(saved, draft === sent ? savedDraft : applySaved(draft, sent, savedDraft));
	});
	// A newer list that equals the draft comes from a save whose answer was lost, not from a colleague. `applySaved` gets
	// the draft also as the one that was sent, and gives new rows the ids that they have in the list.
	const isDraftStored =
		isNewer &&
		isDirty &&
		!saving.isPending &&
		isSameText(toBody(applySaved(draft, draft, toDraft(stored))), toBody(toDraft(stored)));
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
		faults: areFaultsVisible ? findFaults(toBody(draft)) : NO_FAULTS,
		container,
		save() {
			if (saving.isPending) return;
			saving.reset();
			setAreFaultsVisible(true);
			if (findFaults(toBody(draft)).size > 0) setInvalidSaveCount((count) => count + 1);
			else saving.mutate(draft);
		},
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

/** @param onSaved called with the list as it is after the save */
function useSaving<Stored extends Versioned, Draft, Body extends object>(
	{ key, toBody, save, reloads = [] }: CatalogueList<Stored, Draft, Body>,
	version: number,
	onSaved: (saved: Stored, sent: Draft) => void,
) {
	const client = useQueryClient();
	const reload = () => refresh(client, ...dataKindsShowing('catalogue'), ...reloads);

	return useMutation({
		mutationFn: (sent: Draft) => save({ version, ...toBody(sent) }),
		onSuccess: (saved, sent) => {
			const queryKey = listQueryKey(key);
			const isUnchanged = saved.version === client.getQueryData<Stored>(queryKey)?.version;
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

/** Ignores spaces at the ends and repeated spaces, which the server normalises. */
function isSameText(one: unknown, other: unknown): boolean {
	const normalize = (_key: string, value: unknown) =>
		typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value;
	return JSON.stringify(one, normalize) === JSON.stringify(other, normalize);
}

/** Messages by the path of the value at fault: `categories.2.name`. */
export type Faults = ReadonlyMap<string, string>;
const NO_FAULTS: Faults = new Map();

/**
 * Validates the lists of a tab by the contract before they are sent.
 * @param rules checks across entries, such as unique names; they run once every entry is valid by itself
 */
export function faultsBy<Lists>(
	schema: z.ZodMiniType<Lists>,
	rules: (valid: Lists) => readonly ListFault[],
): (lists: unknown) => Faults {
	return (lists) => {
		const { data, error } = z.safeParse(schema, lists);
		const faults: [string, string][] = error
			? error.issues.map(({ path, message }) => [path.join('.'), message])
			: rules(data).map((fault) => [fault.path, fault.error.message]);
		// Keeps the first message of each path: later entries of a `Map` overwrite earlier ones.
		return new Map(faults.toReversed());
	};
}

/** The faults of the value at `path` and below it, by their paths within that value; its own has the path ''. */
export function faultsAt(faults: Faults, path: string): Faults {
	return new Map(
		[...faults]
			.filter(([key]) => key === path || key.startsWith(`${path}.`))
			.map(([key, message]) => [key.slice(path.length + 1), message]),
	);
}

/** The first message about the value at `path` or one of its parts. */
export function firstFaultAt(faults: Faults, path: string): string | undefined {
	return [...faultsAt(faults, path).values()][0];
}

/** A row of a list while it is edited. */
export interface EditedRow {
	rowKey: string;
	/** Its id on the server, if its rows have any; undefined for a new row. */
	id?: number | undefined;
}

/**
 * Adds the server's ids to the rows that were new when they were sent. Other rows stay as they are.
 * @param rows the rows now; they may have been edited since they were sent
 * @param saved the rows as the server saved them, in the order in which they were sent
 */
export function withStoredIds<R extends EditedRow>(
	rows: readonly R[],
	sent: readonly R[],
	saved: readonly R[],
): R[] {
	const idOf = new Map(sent.map(({ rowKey }, index) => [rowKey, saved[index]?.id]));
	return rows.map((row) => ({ ...row, id: row.id ?? idOf.get(row.rowKey) }));
}

let newRowCount = 0;

/** A key for a row that is not on the server yet. */
export function newRowKey(): string {
	newRowCount += 1;
	return `new-${newRowCount}`;
}
