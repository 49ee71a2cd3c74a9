import { useState } from 'react';

/** The selected rows of a list. Only visible rows count: a bulk action never reaches another page or filter. */
export function useSelection<Row extends { id: number }>(rows: readonly Row[]) {
	const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
	return {
		ids,
		selected: rows.filter(({ id }) => ids.has(id)),
		select: setIds,
		clear: () => setIds(new Set()),
	};
}
