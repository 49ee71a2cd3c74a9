import { useSearchParams } from 'react-router';
import { readPreference, savePreference } from './list-preferences.ts';

/** Values that are remembered as preferences and do not restrict the list. */
const REMEMBERED_FILTERS: readonly string[] = ['sort', 'limit'];

/** URL parameter: the newest id when page 1 was left. Later pages count from it, so that new rows do not shift them. */
const NEWEST_ID = 'upTo';

/**
 * The filters of a list, kept in the URL: a view can be linked to, and Back undoes the choice of a filter or a page.
 * @param defaults every filter with its default; `page` and `upTo` need none
 * @param list the name under which `sort` and `limit` are remembered; if absent, they are not remembered
 */
export function useFilters<F extends Readonly<Record<string, string>>>(defaults: F, list?: string) {
	const [params, setParams] = useSearchParams();
	const isRemembered = (name: string) => list !== undefined && REMEMBERED_FILTERS.includes(name);
	const rememberedValue = (name: string) =>
		list !== undefined && isRemembered(name) ? readPreference(list, name) : undefined;
	const filters = Object.fromEntries(
		Object.entries(defaults).map(([name, defaultValue]) => [
			name,
			params.get(name) ?? rememberedValue(name) ?? defaultValue,
		]),
	) as { [Name in keyof F]: string };
	const page = parsePage(params.get('page'));

	/**
	 * Changes filters and returns to the first page. Typing replaces the current history entry. So does the change of a
	 * preference: after Back, the new value would be read from the cookie again.
	 */
	function change(changes: Partial<Record<keyof F, string>>, { isTyping = false } = {}): void {
		const remembered = Object.keys(changes).filter((name) => isRemembered(name));
		if (list !== undefined) {
			for (const name of remembered) {
				savePreference(list, name, changes[name] === defaults[name] ? undefined : changes[name]);
			}
		}
		setParams(
			(previous) => {
				const newParams = new URLSearchParams(previous);
				newParams.delete('page');
				newParams.delete(NEWEST_ID);
				for (const [name, value] of Object.entries(changes)) {
					if (value === undefined || value === defaults[name]) newParams.delete(name);
					else newParams.set(name, value);
				}
				return newParams;
			},
			{ replace: isTyping || remembered.length > 0 },
		);
	}

	const setFilter = (name: string, value: string) =>
		change({ [name]: value } as Partial<Record<keyof F, string>>);

	/** @param newestId the id of the first row of the current page; given for append-only lists */
	function goToPage(nextPage: number, newestId?: number): void {
		setParams((previous) => {
			const newParams = new URLSearchParams(previous);
			newParams.delete('page');
			if (nextPage === 1) newParams.delete(NEWEST_ID);
			else newParams.set('page', String(nextPage));
			if (nextPage > 1 && newestId !== undefined && !newParams.has(NEWEST_ID))
				newParams.set(NEWEST_ID, String(newestId));
			return newParams;
		});
	}

	const activeFilters = Object.entries(defaults).filter(
		([name, defaultValue]) => filters[name] !== defaultValue && !REMEMBERED_FILTERS.includes(name),
	);
	return {
		filters,
		page,
		upTo: params.get(NEWEST_ID) ?? '',
		isFiltered: activeFilters.length > 0,
		change,
		/** Clears search and filters, not the remembered preferences. */
		clear: () => change(Object.fromEntries(activeFilters) as Partial<Record<keyof F, string>>),
		goToPage,
		sorting: { value: filters.sort ?? '', onSort: (sort: string) => setFilter('sort', sort) },
		pageSize: {
			value: filters.limit ?? '',
			onChange: (limit: string) => setFilter('limit', limit),
		},
	};
}

/**
 * The id of the row that is open in the panel beside a list, from a URL parameter: `?user=12`. Opening a row keeps the
 * filters and the page.
 */
export function useOpenedId(name: string) {
	const [params, setParams] = useSearchParams();
	const value = params.get(name) ?? '';
	const openedId = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : undefined;

	function open(id: number | undefined): void {
		setParams(
			(previous) => {
				const newParams = new URLSearchParams(previous);
				if (id === undefined) newParams.delete(name);
				else newParams.set(name, String(id));
				return newParams;
			},
			// Opening another row while the panel is open adds no entry to the history.
			{ replace: openedId !== undefined && id !== undefined, preventScrollReset: true },
		);
	}

	return { openedId, open };
}

function parsePage(value: string | null): number {
	return value !== null && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1;
}
