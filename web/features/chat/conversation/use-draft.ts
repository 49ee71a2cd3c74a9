import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Outbox } from '#web/features/chat/engine/outbox.ts';

/**
 * Brings what was half typed on an earlier visit back into the field.
 * @param onRestored called when the field has another text
 */
export function useDraft(
	outbox: Outbox,
	field: RefObject<HTMLTextAreaElement | null>,
	onRestored: () => void,
): void {
	const notifyRestored = useEffectEvent(onRestored);

	useEffect(() => {
		let isUnmounted = false;
		void restoreDraft();
		return () => {
			isUnmounted = true;
		};

		async function restoreDraft() {
			const text = await outbox.readDraft();
			const textarea = field.current;
			if (isUnmounted || !textarea || textarea.value !== '' || text === '') return;
			textarea.value = text;
			notifyRestored();
		}
	}, [outbox, field]);
}
