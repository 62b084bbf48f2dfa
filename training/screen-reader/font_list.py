"""Which fonts the networks learn from and which stay unseen. README.md gives the licences."""
import json
import os
import sys

# Families of @expo-google-fonts (npm): one upright and one other style of each.
NPM = """
albert-sans alegreya alegreya-sans alumni-sans anonymous-pro archivo archivo-narrow arimo arvo asap advent-pro
atkinson-hyperlegible azeret-mono b612-mono barlow be-vietnam-pro bitter cabin caladea cardo chivo-mono comfortaa
commissioner cormorant courier-prime cousine crimson-pro cuprum didact-gothic dm-mono dm-sans dosis eb-garamond exo-2
figtree fira-sans fragment-mono geist geist-mono gentium-book-plus geologica gfs-didot golos-text hanken-grotesk hind
ibm-plex-mono ibm-plex-sans ibm-plex-serif inconsolata instrument-sans josefin-sans jost karla kode-mono lexend
libre-baskerville libre-franklin literata lora manrope martian-mono merriweather montserrat mukta mulish nunito
nunito-sans onest oswald outfit overpass overpass-mono oxygen oxygen-mono philosopher play playfair-display
plus-jakarta-sans poppins pt-mono pt-sans pt-sans-narrow pt-serif public-sans quicksand raleway red-hat-mono
red-hat-text reddit-mono reddit-sans roboto-slab rubik schibsted-grotesk share-tech-mono signika sofia-sans
sometype-mono sono sora source-code-pro source-sans-3 source-serif-4 space-grotesk space-mono spectral tektur
tenor-sans tinos titillium-web urbanist varela-round victor-mono vollkorn vt323 wix-madefor-text work-sans zilla-slab
assistant frank-ruhl-libre noto-sans-hebrew noto-serif-hebrew noto-sans-armenian noto-sans-georgian
ibm-plex-sans-thai kanit noto-sans-thai prompt sarabun
""".split()

TRUETYPE = "/usr/share/fonts/truetype"
OPENTYPE = "/usr/share/fonts/opentype"
DEBIAN = [
    f"{TRUETYPE}/dejavu/{name}.ttf"
    for name in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold", "DejaVuSerif")
]
DEBIAN += [
    f"{TRUETYPE}/liberation/Liberation{name}.ttf"
    for name in ("Sans-Regular", "Sans-Bold", "Sans-Italic", "Serif-Regular", "Serif-Italic", "Mono-Regular", "Mono-Bold")
]
DEBIAN += [f"{TRUETYPE}/freefont/{name}.ttf" for name in ("FreeSans", "FreeSerif", "FreeMono")]
DEBIAN += [f"{TRUETYPE}/monoid/Monoid-Regular.ttf"]
DEBIAN += [f"{TRUETYPE}/tlwg/{name}.ttf" for name in ("Garuda", "Loma", "Norasi", "TlwgTypist", "Waree", "Kinnari")]
DEBIAN += [
    f"{TRUETYPE}/noto/Noto{name}.ttf"
    for name in (
        "SerifArmenian-Regular", "SansArmenian-Bold", "SerifGeorgian-Regular", "SansGeorgian-Bold",
        "SerifThai-Regular", "SansThai-Bold", "SansHebrew-Bold",
    )
]  # fmt: skip

# Their bytecode hinting stays, since many screens show them with it.
HINTED = ("DejaVuSans.", "LiberationSans-R", "LiberationSerif-R", "LiberationMono-R", "arimo-400", "cousine-400", "tinos-400")
# Coding ligatures of these replace pairs such as "->".
LIGATURES = ("victor-mono", "Monoid")

ARABIC_NPM = """
almarai cairo changa ibm-plex-sans-arabic markazi-text noto-kufi-arabic noto-naskh-arabic noto-sans-arabic tajawal
""".split()
ARABIC_DEBIAN = [f"{TRUETYPE}/kacst-one/KacstOne.ttf"] + [
    f"{TRUETYPE}/kacst/Kacst{name}.ttf" for name in ("Book", "Office", "Naskh", "Screen")
]
ARABIC_DEBIAN += [f"{TRUETYPE}/dejavu/DejaVuSans.ttf", f"{TRUETYPE}/dejavu/DejaVuSans-Bold.ttf", f"{TRUETYPE}/freefont/FreeSerif.ttf"]
# Kept whole, with the tables that join letters: HarfBuzz draws them.
JOINED_NPM = """
alexandria alkalami alyamama aref-ruqaa baloo-bhaijaan-2 el-messiri fustat harmattan jomhuria kufam lalezar lateef lemonada mada marhey
mirza noto-nastaliq-urdu rakkas readex-pro reem-kufi rubik scheherazade-new zain
""".split()
# Of @fontsource (npm), whose files hold one script each.
JOINED_FONTSOURCE = "beiruti katibeh ruwudu vibes".split()
JOINED_DEBIAN = [
    f"{TRUETYPE}/scheherazade/Scheherazade-Regular.ttf",
    f"{OPENTYPE}/lateef/Lateef-Regular.ttf",
    f"{TRUETYPE}/harmattan/Harmattan-Regular.ttf",
    f"{TRUETYPE}/fonts-nafees/NafeesWeb.ttf",
    f"{OPENTYPE}/fonts-hosny-thabit/Thabit.ttf",
]
JOINED_DEBIAN += [f"{TRUETYPE}/farsiweb/{name}.ttf" for name in ("nazli", "nazlib", "homa")]
JOINED_DEBIAN += [f"{TRUETYPE}/fonts-arabeyes/ae_{name}.ttf" for name in ("AlArabiya", "AlYarmook", "Nada", "Petra", "Salem", "Nice")]
JOINED_DEBIAN += [f"{TRUETYPE}/kacst/Kacst{name}.ttf" for name in ("Qurn", "Farsi", "Letter", "Poster", "Title")]
JOINED_DEBIAN += [f"{TRUETYPE}/fonts-ukij-uyghur/UKIJ{name}.ttf" for name in ("Nsq", "TuzK", "Basma", "Ekran", "Tuz")]
JOINED_DEBIAN += [f"{TRUETYPE}/paktype/PakType {name}.ttf" for name in ("Naskh Basic", "Naskh Basic SA", "Tehreer")]

# Path and number in the collection. The first covers every character of the eastern network.
HAN = [
    (f"{OPENTYPE}/noto/NotoSansCJK-Regular.ttc", 2),
    (f"{OPENTYPE}/noto/NotoSansCJK-Bold.ttc", 0),
    (f"{OPENTYPE}/noto/NotoSerifCJK-Regular.ttc", 2),
    (f"{TRUETYPE}/wqy/wqy-microhei.ttc", 0),
    (f"{TRUETYPE}/wqy/wqy-zenhei.ttc", 0),
    (f"{TRUETYPE}/arphic/uming.ttc", 0),
    (f"{TRUETYPE}/vlgothic/VL-Gothic-Regular.ttf", -1),
    (f"{TRUETYPE}/horai-umefont/ume-pgo5.ttf", -1),
    (f"{TRUETYPE}/nanum/NanumGothic.ttf", -1),
    (f"{TRUETYPE}/nanum/NanumSquareB.ttf", -1),
    (f"{TRUETYPE}/unfonts-core/UnDotum.ttf", -1),
    (f"{TRUETYPE}/unfonts-core/UnBatang.ttf", -1),
    (f"{TRUETYPE}/motoya-l-cedar/MTLc3m.ttf", -1),
]
HAN_NPM = """
biz-udpgothic kosugi sawarabi-gothic zen-kaku-gothic-new gothic-a1 gowun-dodum ibm-plex-sans-kr zcool-xiaowei
gowun-batang ibm-plex-sans-jp line-seed-jp nanum-myeongjo
""".split()

# Families that no gradient has seen. The bench and the evaluation draw with them.
HELD_OUT_NPM = """
inter open-sans roboto lato noto-sans noto-serif noto-sans-mono ubuntu ubuntu-mono jetbrains-mono cascadia-code fira-code
gelasio heebo
""".split()
HELD_OUT_DEBIAN = [
    f"{TRUETYPE}/hack/Hack-Regular.ttf",
    f"{OPENTYPE}/urw-base35/P052-Roman.otf",
    f"{OPENTYPE}/cantarell/Cantarell-Regular.otf",
    f"{TRUETYPE}/tlwg/Laksaman.ttf",
]
HELD_OUT_ARABIC = ["amiri", "vazirmatn"]
HELD_OUT_HAN = [
    (f"{TRUETYPE}/droid/DroidSansFallbackFull.ttf", -1),
    (f"{OPENTYPE}/ipafont-gothic/ipag.ttf", -1),
    (f"{TRUETYPE}/nanum/NanumBarunGothic.ttf", -1),
]

ICONS = "@mdi/font"
EMOJI = f"{TRUETYPE}/noto/NotoColorEmoji.ttf"


def npm_packages():
    families = NPM + ARABIC_NPM + JOINED_NPM + HAN_NPM + HELD_OUT_NPM + HELD_OUT_ARABIC
    more = [f"@fontsource/{family}" for family in JOINED_FONTSOURCE]
    return [f"@expo-google-fonts/{family}" for family in dict.fromkeys(families)] + more + [ICONS]


def trained_families():
    """Names in small letters without spaces or styles."""
    files = DEBIAN + ARABIC_DEBIAN + JOINED_DEBIAN + [path for path, _ in HAN]
    names = {os.path.basename(path).split(".")[0].split("-")[0] for path in files}
    return sorted({name.replace("-", "").lower() for name in [*names, *NPM, *ARABIC_NPM, *JOINED_NPM, *JOINED_FONTSOURCE, *HAN_NPM]})


if __name__ == "__main__":
    print(json.dumps(trained_families()) if "--families" in sys.argv else "\n".join(npm_packages()))
