import {
	BookOpen,
	Boxes,
	CircuitBoard,
	DraftingCompass,
	type LucideIcon,
	ScrollText,
	ShoppingBag,
} from 'lucide-react';
import type { Category } from '#contract/items/facts.ts';

interface CategoryStyle {
	icon: LucideIcon;
	/** The background class of the category's colour. */
	tint: string;
}

/** Each category's colour and icon. */
export const CATEGORY_STYLES: Record<Category, CategoryStyle> = {
	Electronics: { icon: CircuitBoard, tint: 'bg-electronics' },
	Books: { icon: BookOpen, tint: 'bg-books' },
	PYQs: { icon: ScrollText, tint: 'bg-pyqs' },
	Instruments: { icon: DraftingCompass, tint: 'bg-instruments' },
	Essentials: { icon: ShoppingBag, tint: 'bg-essentials' },
	OTHERS: { icon: Boxes, tint: 'bg-others' },
};
