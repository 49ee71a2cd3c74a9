import { useSearchParams } from 'react-router';
import { keepChoice, readChoice } from './list-preferences.ts';

/** How a list is shown, which is remembered, and narrows nothing. */
const CHOICES: readonly string[] = ['sort', 'limit'];

/**
 * The filters of a list, which live in the address: what one sees can be linked to, and Back goes one step back.
 * @param defaults every filter with what it is when the address does not say; `page` is always there
 * @param list by which name `sort` and `limit` are remembered; nothing is unless given
 */
export function useFilters<F extends Record<string, string>>(defaults: F, list?: string) {
	const [params, setParams] = useSearchParams();
	const isRemembered = (name: string) => list !== undefined && CHOICES.includes(name);
	const chosenBefore = (name: string) =>
		list !== undefined && isRemembered(name) ? readChoice(list, name) : undefined;
	const filters = Object.fromEntries(
		Object.entries(defaults).map(([name, standard]) => [
			name,
			params.get(name) ?? chosenBefore(name) ?? standard,
		]),
	) as { [Name in keyof F]: string };
	const page = wholePage(params.get('page'));

	/**
	 * Another filter begins at the first page. Typing replaces the entry of the history that the last letter made; a choice that
	 * is remembered makes none, since Back would find it in the memory again.
	 */
	function change(changes: Partial<Record<keyof F, string>>, { isTyping = false } = {}): void {
		const remembered = Object.keys(changes).filter((name) => isRemembered(name));
		if (list !== undefined) {
			for (const name of remembered) {
				keepChoice(list, name, changes[name] === defaults[name] ? undefined : changes[name]);
			}
		}
		setParams(
			(before) => {
				const next = new URLSearchParams(before);
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

	const choose = (name: string, value: string) =>
		change({ [name]: value } as Partial<Record<keyof F, string>>);

	function turnTo(wanted: number): void {
		setParams((before) => {
			const next = new URLSearchParams(before);
			if (wanted === 1) next.delete('page');
			else next.set('page', String(wanted));
			return next;
		});
	}

	const set = Object.entries(defaults).filter(
		([name, standard]) => filters[name] !== standard && !CHOICES.includes(name),
	);
	return {
		filters,
		page,
		isFiltered: set.length > 0,
		change,
		turnTo,
		sorting: { value: filters.sort ?? '', onSort: (sort: string) => choose('sort', sort) },
		rows: { value: filters.limit ?? '', onChange: (limit: string) => choose('limit', limit) },
	};
}

/**
 * The number of what is open in the panel beside a list, by a name in the address: `?user=12`. Filters and page stay.
 */
export function useOpened(name: string) {
	const [params, setParams] = useSearchParams();
	const asked = params.get(name) ?? '';
	const opened = /^[1-9]\d{0,9}$/.test(asked) ? Number(asked) : undefined;

	function open(id: number | undefined, { isMove = false } = {}): void {
		setParams(
			(before) => {
				const next = new URLSearchParams(before);
				if (id === undefined) next.delete(name);
				else next.set(name, String(id));
				return next;
			},
			// From one to the next is no step that Back would take back.
			{ replace: isMove || (opened !== undefined && id !== undefined), preventScrollReset: true },
		);
	}

	return { opened, open };
}

function wholePage(asked: string | null): number {
	return asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : 1;
}
