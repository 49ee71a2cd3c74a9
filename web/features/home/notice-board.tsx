import type { ReactNode } from 'react';
import { BooksArt } from '#web/ui/art/books-art.tsx';
import { CalculatorArt } from '#web/ui/art/calculator-art.tsx';
import { CycleArt } from '#web/ui/art/cycle-art.tsx';
import { Price } from '#web/ui/price.tsx';

const ART = 'h-full w-full';

/** Three notes on a board: a picture of what happens here, for the eye only. */
export function NoticeBoard() {
	return (
		<div aria-hidden="true" className="relative mx-auto h-60 w-full max-w-md tablet:h-[21.25rem]">
			<Note
				rupees={380}
				words="Grewal, 43rd ed."
				tint="bg-books"
				place="top-8 left-[3%] -rotate-5"
				art={<BooksArt className={ART} />}
			/>
			<Note
				rupees={850}
				words="fx-991ES Plus"
				tint="bg-instruments"
				place="top-1 right-[2%] rotate-4 tablet:right-0"
				art={<CalculatorArt className={ART} />}
			/>
			<Note
				rupees={3200}
				words="City cycle, with lock"
				tint="bg-essentials"
				place="top-38 left-[30%] hidden -rotate-1 tablet:block"
				art={<CycleArt className={ART} />}
			/>
		</div>
	);
}

interface NoteProps {
	rupees: number;
	words: string;
	tint: string;
	place: string;
	art: ReactNode;
}

function Note({ rupees, words, tint, place, art }: NoteProps) {
	return (
		<div
			className={`absolute w-[168px] rounded-card bg-surface p-2 pb-3 shadow-float wide:w-[206px] ${place}`}
		>
			<span className="pin absolute -top-1.5 left-1/2 -ml-2 size-4 rounded-full" />
			<div className={`flex aspect-4/3 items-center justify-center rounded-field p-2 ${tint}`}>
				{art}
			</div>
			<div className="mt-2 grid px-1">
				<Price rupees={rupees} className="text-lg" />
				<span className="text-xs text-ink-soft">{words}</span>
			</div>
		</div>
	);
}
