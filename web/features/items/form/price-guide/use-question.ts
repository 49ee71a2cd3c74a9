import { type RefObject, useEffect, useState } from 'react';
import { codePointLength } from '#contract/core/schemas.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { readFormValues, subjectsOf } from '#web/features/items/form/field-values.ts';
import type { PriceGuideQuestion } from './price-guide-query.ts';

/** The pause in typing after which the form is read. With a shorter pause, the guide would change with every word. */
const PAUSE_MS = 600;
/** A shorter title is too vague to find similar items. */
const TITLE_MIN = 3;

/**
 * The form's current values, read whenever typing pauses.
 * @param inside an element in the form
 * @returns undefined while too little is filled in, or if the item is given away
 */
export function useQuestion(inside: RefObject<HTMLElement | null>): PriceGuideQuestion | undefined {
	const [question, setQuestion] = useState<PriceGuideQuestion>();

	useEffect(() => {
		const form = inside.current?.closest('form');
		if (!form) return;
		let timer: ReturnType<typeof setTimeout>;
		const read = () => setQuestion(questionIn(form));
		const readOnPause = () => {
			clearTimeout(timer);
			timer = setTimeout(read, PAUSE_MS);
		};
		read();
		form.addEventListener('input', readOnPause);
		return () => {
			clearTimeout(timer);
			form.removeEventListener('input', readOnPause);
		};
	}, [inside]);

	return question;
}

function questionIn(form: HTMLFormElement): PriceGuideQuestion | undefined {
	const values = readFormValues(form);
	const [subject = ''] = subjectsOf(values);
	const title = values.title.trim();
	const length = codePointLength(title);
	const isComparable = subject !== '' || length >= TITLE_MIN;
	if (values.isFree !== '' || values.category === '' || !isComparable) return undefined;
	if (length > ITEM_LIMITS.titleMax) return undefined;
	return { title, category: values.category, condition: values.condition, subject };
}
