import { useState } from 'react';

/**
 * What is selected in a list. Only rows in sight count: nothing is ever done to what another page or another filter shows.
 */
export function useSelection<Row>(rows: readonly Row[], idOf: (row: Row) => number) {
	const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
	return {
		ids,
		selected: rows.filter((row) => ids.has(idOf(row))),
		select: setIds,
		clear: () => setIds(new Set()),
	};
}
