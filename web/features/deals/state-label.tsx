import type { DealDescription } from './describe-deal.ts';

const TONES: Record<DealDescription['tone'], string> = {
	good: 'bg-good/10 text-good',
	waiting: 'bg-accent-wash text-ink',
	quiet: 'bg-sunken text-ink',
};

interface StateLabelProps {
	tone: DealDescription['tone'];
	children: string;
}

/** The headline of a deal's state, coloured by its tone. */
export function StateLabel({ tone, children }: StateLabelProps) {
	return (
		<span
			className={`mr-1 inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold ${TONES[tone]}`}
		>
			{children}
		</span>
	);
}
