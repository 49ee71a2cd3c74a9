import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Outbox } from '#web/features/chat/engine/outbox.ts';

/**
 * Restores the draft of an earlier visit into the message field.
 * @param onRestored called after the field's text was set
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
