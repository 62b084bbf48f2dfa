/** Words to plant: each is used once, is unlike the others, and stands in no program's own menus. */
const WORDS =
  `albatross bergamot cardamom dandelion edelweiss foxglove gentian huckleberry ibex juniper kingfisher lavender
mulberry nightjar oleander ptarmigan quince rosemary sassafras tarragon umbrella valerian wisteria xylophone yarrow zinnia
tamarack marzipan periwinkle bumblebee gooseberry pelican anchovy barnacle chinchilla dromedary emerald flamingo gazelle hamster
iguana jackdaw kestrel lobster mongoose narwhal octopus partridge quetzal raccoon salamander toucan unicorn vulture walrus
yucca zeppelin apricot blackthorn chestnut damson elderberry fennel gherkin hazelnut indigo jasmine kumquat lentil mandarin
nutmeg okra parsley radish saffron turmeric ugli vanilla wasabi artichoke buckwheat coriander dragonfly eucalyptus falcon
gorilla heron impala jaguar koala lemur macaw nautilus orangutan porcupine quokka rhubarb seahorse tortoise warbler zebra
accordion bassoon clarinet dulcimer euphonium flugelhorn glockenspiel harmonica kazoo lute mandolin ocarina piccolo recorder
saxophone tambourine ukulele viola zither almanac bonfire carousel dynamo escalator ferryboat gondola hydrant inkwell jukebox
kaleidoscope lighthouse marmalade nutcracker obelisk parasol quarry rucksack scaffold thimble varnish windmill yardstick`.split(
    /\s+/,
  );

export function wordSupply(): () => string {
  const left = WORDS.values();
  return () => {
    const { value } = left.next();
    if (value === undefined) throw new Error('all words to plant are used');
    return value;
  };
}
