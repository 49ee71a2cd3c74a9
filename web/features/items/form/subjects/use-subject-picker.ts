import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { isolated } from '#contract/core/format.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { useCombobox } from '#web/features/items/listing/use-combobox.ts';
import { subjectOptions } from './subject-options.ts';

/** State and event handlers of the subject picker. */
export function useSubjectPicker(subjects: readonly Subject[], initial: readonly string[]) {
	const picker = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const [chosen, setChosen] = useState(initial);
	const [typed, setTyped] = useState('');
	/** The item's title when the list was opened. Subjects named in it are suggested first. */
	const [itemTitle, setItemTitle] = useState('');
	const [announcement, setAnnouncement] = useState('');
	const options = subjectOptions(subjects, { typed, title: itemTitle, chosen });
	const list = useCombobox(options.length);
	const isFull = chosen.length >= ITEM_LIMITS.subjectsMax;

	function open() {
		const field = input.current?.form?.elements.namedItem('title');
		setItemTitle(field instanceof HTMLInputElement ? field.value : '');
		list.open();
	}

	function change(codes: readonly string[], text: string) {
		flushSync(() => {
			setChosen(codes);
			setTyped('');
			setAnnouncement(text);
			list.close();
		});
		// Buttons fire no input event, but the form stores its draft and clears the error only on such an event.
		const control = picker.current?.querySelector<HTMLElement>('[name=subjects]');
		control?.dispatchEvent(new Event('input', { bubbles: true }));
	}

	function add({ code, name }: Subject) {
		change([...chosen, code], `${code} ${isolated(name)} is added.`);
		if (input.current) input.current.focus();
		// With the last subject that may be chosen, the input disappears.
		else picker.current?.querySelector<HTMLElement>('li:last-child button')?.focus();
	}

	function remove(code: string) {
		change(
			chosen.filter((one) => one !== code),
			`${code} is removed.`,
		);
		input.current?.focus({ preventScroll: true });
		// Focusing the input has opened the list, which is not wanted here.
		list.close();
	}

	function handleKey(event: KeyboardEvent) {
		const isEnter = event.key === 'Enter';
		// Otherwise Enter would send the form without the subject that is being typed.
		if (isEnter && typed !== '') event.preventDefault();
		const option = options[Math.max(list.active, 0)];
		const isChoice = isEnter && list.isOpen && (list.active >= 0 || typed !== '');
		if (!isChoice || !option) return list.onKeyDown(event);
		event.preventDefault();
		add(option);
	}

	return {
		picker,
		input,
		chosen,
		typed,
		options,
		list,
		isFull,
		announcement,
		open,
		add,
		remove,
		handleKey,
		handleInput(value: string) {
			setTyped(value);
			open();
		},
		/** Clears a text that was typed but not chosen, so that it does not look like a chosen subject. */
		handleLeave() {
			list.close();
			setTyped('');
		},
	};
}
