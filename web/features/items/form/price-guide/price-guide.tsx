import { useQuery } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '#contract/core/format.ts';
import type { PriceGuide as Guide } from '#contract/items/price-guide.ts';
import { useSession } from '#web/lib/session/session.ts';
import { type PriceGuideQuestion, priceGuideQuery } from './price-guide-query.ts';
import { useQuestion } from './use-question.ts';

const NO_QUESTION: PriceGuideQuestion = { title: '', category: '', condition: '', subject: '' };

/**
 * The prices of similar sold items, shown as the hint of the price field. What is asked is read from the
 * form around the hint.
 * @param children shown while there is no guide: signed out, no question yet, or too few similar items
 */
export function PriceGuide({ children }: { children: ReactNode }) {
	const hint = useRef<HTMLSpanElement>(null);
	const { hasToken } = useSession();
	const question = useQuestion(hint);
	const isAsked = hasToken && question !== undefined;
	const { data } = useQuery({ ...priceGuideQuery(question ?? NO_QUESTION), enabled: isAsked });

	return <span ref={hint}>{isAsked && data?.enough ? <GuideText guide={data} /> : children}</span>;
}

function GuideText({ guide: { low = 0, high = 0, count } }: { guide: Guide }) {
	const prices = [...new Set([low, high])].map((rupees) => `₹${formatCount(rupees)}`).join('–');
	return (
		<span>
			<Tag aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-0.15em] text-ink" />
			Similar ones sold for <strong className="text-ink tabular-nums">{prices}</strong>{' '}
			<span className="whitespace-nowrap">({formatCount(count)} sellers)</span>
		</span>
	);
}
