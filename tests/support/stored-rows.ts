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

		change(ids: number | readonly number[], changes: Partial<Row>): void {
			const changed = [ids].flat();
			rows = rows.map((row) => (changed.includes(row.id) ? { ...row, ...changes } : row));
		},

		remove(...ids: readonly number[]): void {
			rows = rows.filter(({ id }) => !ids.includes(id));
		},

		/** One page of the rows that match. */
		page({ page, limit }: { page: number; limit: number }, matches: (row: Row) => boolean) {
			const matching = rows.filter(matches);
			return {
				rows: matching.slice((page - 1) * limit, page * limit),
				pagination: paginationOf(page, limit, matching.length),
			};
		},
	};
}
