import { paginationOf } from '#contract/core/paging.ts';

/** The rows of a list of the back-office as its server stores them. */
export type StoredRows<Row extends { id: number }> = ReturnType<typeof storeRows<Row>>;

/** Keeps rows for a fake server: what one request changes, the next one returns. */
export function storeRows<Row extends { id: number }>(initial: readonly Row[]) {
	let rows = [...initial];
	return {
		/** @throws Error when no row has this id */
		get(id: number): Row {
			const found = rows.find((row) => row.id === id);
			if (!found) throw new Error(`There is no row ${id}.`);
			return found;
		},

		all: (): readonly Row[] => rows,

		add(row: Row): void {
			rows = [row, ...rows];
		},

		/** @returns a reply with this message */
		change(ids: number | readonly number[], changes: Partial<Row>, message = '') {
			const changed = [ids].flat();
			rows = rows.map((row) => (changed.includes(row.id) ? { ...row, ...changes } : row));
			return { message };
		},

		remove(...ids: readonly number[]): void {
			rows = rows.filter(({ id }) => !ids.includes(id));
		},

		/** A reply with one page of the rows that match, under the name that the list has in it. */
		page<Name extends string>(
			name: Name,
			{ page, limit }: { page: number; limit: number },
			matches: (row: Row) => boolean = () => true,
		) {
			const matching = rows.filter(matches);
			const shown = matching.slice((page - 1) * limit, page * limit);
			const list = { [name]: shown } as Record<Name, Row[]>;
			return { ...list, pagination: paginationOf(page, limit, matching.length) };
		},
	};
}

/** Whether a row has these values, of which undefined ones are not asked for. */
export function hasValues<Row extends object>(row: Row, values: Partial<Row>): boolean {
	return Object.entries(values).every(
		([name, value]) => value === undefined || Reflect.get(row, name) === value,
	);
}

/** The rows after a cursor, which is the number of rows before them, and the next cursor. */
export function rowsFrom<Row>(rows: readonly Row[], cursor: string | undefined, size: number) {
	const start = Number(cursor ?? 0);
	const end = start + size;
	const nextCursor = end < rows.length ? String(end) : null;
	return { rows: rows.slice(start, end), nextCursor };
}
