import type { PublicFeedback } from './schemas.ts';

/** Shown if testimonials cannot be loaded or there are none yet. */
export const SAMPLE_TESTIMONIALS: readonly Omit<PublicFeedback, 'id' | 'createdAt'>[] = [
	{
		name: 'Meera, second year',
		rating: 5,
		category: 'product',
		feedback:
			'Found a mini drafter and a lab coat the evening before my first drawing class. The senior lived two hostels away, so I had both by dinner.',
	},
	{
		name: 'Arjun, final year',
		rating: 5,
		category: 'general',
		feedback:
			'Four years of books were gone in one weekend, each to somebody who will really open them. I carried nothing home but my clothes.',
	},
	{
		name: 'Fathima, third year',
		rating: 4,
		category: 'service',
		feedback:
			'I asked in the chat whether the kettle still switches itself off, and got an honest answer. We met at the canteen and I tried it there.',
	},
];
