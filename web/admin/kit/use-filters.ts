import { useSearchParams } from 'react-router';
import { readPreference, savePreference } from './list-preferences.ts';

/** How a list is shown, which is remembered, and narrows nothing. */
const REMEMBERED_FILTERS: readonly string[] = ['sort', 'limit'];

/**
 * The filters of a list, which live in the address: what one sees can be linked to, and Back goes one step back.
 * @param defaults every filter with what it is when the address does not say; `page` is always there
 * @param list by which name `sort` and `limit` are remembered; nothing is unless given
 */
export function useFilters<F extends Record<string, string>>(defaults: F, list?: string) {
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
	 * Another filter begins at the first page. Typing replaces the entry of the history that the last letter made; a choice that
	 * is remembered makes none, since Back would find it in the memory again.
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
				const next = new URLSearchParams(previous);
				next.delete('page');
				for (const [name, value] of Object.entries(changes)) {
					if (value === undefined || value === defaults[name]) next.delete(name);
					else next.set(name, value);
				}
				return next;
			},
			{ replace: isTyping || remembered.length > 0 },
		);
	}

	const setFilter = (name: string, value: string) =>
		change({ [name]: value } as Partial<Record<keyof F, string>>);

	function goToPage(nextPage: number): void {
		setParams((previous) => {
			const next = new URLSearchParams(previous);
			if (nextPage === 1) next.delete('page');
			else next.set('page', String(nextPage));
			return next;
		});
	}

	const activeFilters = Object.entries(defaults).filter(
		([name, defaultValue]) => filters[name] !== defaultValue && !REMEMBERED_FILTERS.includes(name),
	);
	return {
		filters,
		page,
		isFiltered: activeFilters.length > 0,
		change,
		goToPage: goToPage,
		sorting: { value: filters.sort ?? '', onSort: (sort: string) => setFilter('sort', sort) },
		pageSize: {
			value: filters.limit ?? '',
			onChange: (limit: string) => setFilter('limit', limit),
		},
	};
}

/**
 * The number of what is open in the panel beside a list, by a name in the address: `?user=12`. Filters and page stay.
 */
export function useOpenedId(name: string) {
	const [params, setParams] = useSearchParams();
	const value = params.get(name) ?? '';
	const openedId = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : undefined;

	function open(id: number | undefined, { shouldReplace = false } = {}): void {
		setParams(
			(previous) => {
				const next = new URLSearchParams(previous);
				if (id === undefined) next.delete(name);
				else next.set(name, String(id));
				return next;
			},
			// From one to the next is no step that Back would take back.
			{
				replace: shouldReplace || (openedId !== undefined && id !== undefined),
				preventScrollReset: true,
			},
		);
	}

	return { openedId: openedId, open };
}

function parsePage(value: string | null): number {
	return value !== null && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1;
}
