/** What the bare page is given of an item. */
export interface BareItem {
	id: number;
	title: string;
	price: number;
	photo?: { src: string; srcset: string; width?: number; height?: number };
}
