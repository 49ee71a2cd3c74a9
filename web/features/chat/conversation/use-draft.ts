import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Outbox } from '#web/features/chat/engine/outbox.ts';

/**
 * Brings what was half typed on an earlier visit back into the field.
 * @param onBrought called when the field has another text
 */
export function useKeptDraft(
	outbox: Outbox,
	field: RefObject<HTMLTextAreaElement | null>,
	onBrought: () => void,
): void {
	const tellBrought = useEffectEvent(onBrought);

	useEffect(() => {
		let isOver = false;
		void bringBack();
		return () => {
			isOver = true;
		};

		async function bringBack() {
			const text = await outbox.readDraft();
			const box = field.current;
			if (isOver || !box || box.value !== '' || text === '') return;
			box.value = text;
			tellBrought();
		}
	}, [outbox, field]);
}
