import { useState } from 'react';

/** The selected rows of a list. Only visible rows count: a bulk action never reaches another page or filter. */
export function useSelection<Row>(rows: readonly Row[], idOf: (row: Row) => number) {
	const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
	return {
		ids,
		selected: rows.filter((row) => ids.has(idOf(row))),
		select: setIds,
		clear: () => setIds(new Set()),
	};
}
