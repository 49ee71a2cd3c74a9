import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Parsed } from '#contract/core/endpoint.ts';
import { pick } from '#contract/core/pick.ts';
import {
	changeSearch,
	deleteSearch,
	listSearches,
	markSearchOpened,
	restoreSearch,
	saveSearch,
} from '#contract/searches/endpoints.ts';
import { ALERT_LABELS, type Alert } from '#contract/searches/facts.ts';
import type { SavedSearch } from '#contract/searches/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { useEdit } from '#web/ui/form/use-edit.ts';

type Searches = Parsed<typeof listSearches.reply>;

/** The user's saved searches, newest first. */
export function searchesQuery() {
	return queryOptions({
		queryKey: ['searches'],
		queryFn: ({ signal }) => call(listSearches, { signal }),
	});
}

interface AlertChoice {
	/** The canonical query string. */
	query: string;
	alert: Alert;
	/** The search that the user has seen, if there was one. */
	existing: SavedSearch | undefined;
}

/** Saves a search with its alert. If the search exists already, changes its alert. */
export function useSaveSearch() {
	const edit = useEdit();
	const saving = useSearchMutation(async ({ query, alert, existing }: AlertChoice) => {
		const { search, isNew } = await call(saveSearch, { body: { query, alert } });
		if (isNew || search.alert === alert) return { search };
		return edit.save(alertEdit(existing ?? search, alert));
	});
	return { ...saving, dialog: edit.dialog };
}

interface AlertChange extends Pick<SavedSearch, 'id' | 'alert'> {
	/** The search that the user has seen. */
	existing: SavedSearch;
}

function alertEdit(existing: SavedSearch, alert: Alert) {
	const { id, version } = existing;
	return {
		from: pick(existing, ['alert']),
		version,
		mine: { alert },
		fieldsOf: (current: SavedSearch) => pick(current, ['alert']),
		texts: { alert: { label: 'Alert', show: (value: Alert) => ALERT_LABELS[value].name } },
		send: (fields: { alert: Alert }, sentVersion: string | undefined) =>
			call(changeSearch, { params: { id }, body: { ...fields, version: sentVersion } }),
	};
}

/** Changes an alert, with an optimistic update that is undone on failure. */
export function useChangeAlert() {
	const edit = useEdit();
	const changing = useSearchMutation(
		({ existing, alert }: AlertChange) => edit.save(alertEdit(existing, alert)),
		(searches, { id, alert }) =>
			searches.map((search) => (search.id === id ? { ...search, alert } : search)),
		(searches, { id, alert }, before) => {
			const earlier = before.find((search) => search.id === id);
			const isFailed = (search: SavedSearch) => search.id === id && search.alert === alert;
			return searches.map((search) =>
				earlier && isFailed(search) ? { ...search, alert: earlier.alert } : search,
			);
		},
	);
	return { ...changing, dialog: edit.dialog };
}

/** Marks the new items of a search as seen. If this fails, the next load corrects the count. */
export function useMarkOpened() {
	return useSearchMutation(
		(id: number) => call(markSearchOpened, { params: { id } }),
		(searches, id) =>
			searches.map((search) => (search.id === id ? { ...search, newCount: 0 } : search)),
	);
}

/** Deletes a search. It is removed from the list at once, and put back on failure. */
export function useDeleteSearch() {
	return useSearchMutation(
		({ id }: SavedSearch) => call(deleteSearch, { params: { id } }),
		(searches, { id }) => searches.filter((search) => search.id !== id),
		putBack,
	);
}

/** Undoes a removal: the search is back as it was, with its new items. */
export function useRestoreSearch() {
	return useSearchMutation(({ id }: SavedSearch) => call(restoreSearch, { params: { id } }));
}

/** Puts a search that could not be deleted back to its position. */
function putBack(searches: SavedSearch[], search: SavedSearch, before: SavedSearch[]) {
	const formerIndex = before.findIndex(({ id }) => id === search.id);
	const earlier = before.slice(0, formerIndex).map(({ id }) => id);
	const index = searches.findLastIndex(({ id }) => earlier.includes(id)) + 1;
	return searches.toSpliced(index, 0, search);
}

const unchanged = (searches: SavedSearch[]) => searches;

/**
 * A mutation of the saved searches.
 * @param update the optimistic change of the cached list
 * @param undo undoes the optimistic change after a failure. Only the failed change, because other changes may be
 * running. `before` is the list before the change
 */
function useSearchMutation<Change, Reply>(
	send: (change: Change) => Promise<Reply>,
	update: (searches: SavedSearch[], change: Change) => SavedSearch[] = unchanged,
	undo: (
		searches: SavedSearch[],
		change: Change,
		before: SavedSearch[],
	) => SavedSearch[] = unchanged,
) {
	const client = useQueryClient();
	const { queryKey } = searchesQuery();
	return useMutation({
		mutationFn: send,
		mutationKey: queryKey,
		// Requests of the same scope run one after the other, in order.
		scope: { id: 'searches' },
		onMutate: async (change) => {
			await client.cancelQueries({ queryKey });
			const before = client.getQueryData(queryKey);
			const changed = (all: Searches) => ({ ...all, searches: update(all.searches, change) });
			client.setQueryData(queryKey, (all) => all && changed(all));
			return { before };
		},
		onError: (_error, change, context) => {
			const before = context?.before?.searches;
			if (!before) return;
			const undone = (all: Searches) => ({ ...all, searches: undo(all.searches, change, before) });
			client.setQueryData(queryKey, (all) => all && undone(all));
		},
		// While another change is running, a response would be outdated. Not awaited, so that the dialog closes before the
		// list is refetched.
		onSettled: () => {
			if (client.isMutating({ mutationKey: queryKey }) === 1)
				void client.invalidateQueries({ queryKey });
		},
	});
}
