import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { isolated } from '#contract/core/format.ts';
import type { ListDraft } from './use-list-draft.ts';

/**
 * Moves, adds and removes rows of an ordered list. An added row gets the focus. After a removal, the focus moves to the
 * next row, else to the one before, else to the button that adds rows.
 * @param fieldIdOf the element id of the first field of a row
 * @returns functions that change the list, the announcement of the last move for screen readers, and the id for the
 * button that adds rows
 */
export function useListEdits<Row extends { name: string }>(
	{ draft, edit }: Pick<ListDraft<Row[]>, 'draft' | 'edit'>,
	fieldIdOf: (row: Row) => string,
) {
	const [announcement, setAnnouncement] = useState('');
	const addButtonId = useId();

	function move(from: number, to: number): void {
		const moved = draft[from];
		if (!moved || to < 0 || to >= draft.length) return;
		edit(draft.toSpliced(from, 1).toSpliced(to, 0, moved));
		setAnnouncement(`${isolated(moved.name)} is number ${to + 1} of ${draft.length}.`);
	}

	function add(added: Row): void {
		flushSync(() => edit([...draft, added]));
		document.getElementById(fieldIdOf(added))?.focus();
	}

	function remove(index: number): void {
		const nearby = draft[index + 1] ?? draft[index - 1];
		flushSync(() => edit(draft.toSpliced(index, 1)));
		document.getElementById(nearby ? fieldIdOf(nearby) : addButtonId)?.focus();
	}

	return { move, add, remove, announcement, addButtonId };
}
